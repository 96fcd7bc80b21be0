import type { RunForecast } from './run-forecast.ts';
import type { RunPlan } from './run-plan.ts';
import { planDurationMs } from './run-plan.ts';

/** Noise, breaks that are seen again and a slower hour take more than was planned. */
const safety = 1.5;
/** Of a chat on average, most of them short and with a bound, as the suite was measured. */
const tokensOfChat = 70;
/** Limits are rounded up to whole minutes, in ms. */
const stepMs = 60_000;

/** How a limit is shared: see `TimeShares` and the reserve of a run. */
export interface LimitParts {
  /** Part of the limit that the active rules have together. */
  readonly active: number;
  /** Part of the limit that one rule may take with its cases side by side. */
  readonly oneRule: number;
}

/** What a plan comes to under a limit. */
export function forecastOf(
  plan: RunPlan,
  {
    limitMs,
    parts,
    answerMs,
    isPaid,
  }: { readonly limitMs: number; readonly parts: LimitParts; readonly answerMs: number; readonly isPaid: boolean },
): RunForecast {
  const sum = (count: (rule: RunPlan['rules'][number]) => number) =>
    plan.rules.reduce((total, rule) => total + count(rule), 0);
  const durationMs = planDurationMs(plan);
  const longestMs = Math.max(0, ...plan.rules.map(({ longMs }) => longMs));
  const neededMs = Math.max(durationMs / parts.active, longestMs / parts.oneRule) * safety;
  const generations = sum((rule) => rule.generations);
  return {
    requests: sum(({ requests }) => requests),
    generations,
    tokens: isPaid ? generations * tokensOfChat : undefined,
    answerMs,
    durationMs,
    limitMs,
    neededLimitMs: neededMs <= limitMs ? undefined : Math.ceil(neededMs / stepMs) * stepMs,
  };
}
