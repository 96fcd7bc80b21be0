import type { AnyCheck, StandingCheck } from '../check/check.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { mend } from '../repair/mend.ts';
import type { Repair } from '../repair/repair.ts';
import { decideVerdict } from './decide-verdict.ts';
import type { DecidedRule } from './decided-rule.ts';
import { replayCase, runCheck } from './run-check.ts';
import type { RunContext } from './run-context.ts';
import { StandingLedger, standingIn } from './standing-ledger.ts';

/** What came of judging a red rule again with repaired answers. */
export interface TrialResult {
  readonly holds: boolean;
  /** Ids of the repairs that changed an answer. */
  readonly acted: ReadonlySet<string>;
}

/** Judges one red rule again with repaired answers. */
export interface RuleTrial {
  /** One case: the one that broke the rule, where there is one. */
  once(repairs: readonly Repair[]): Promise<TrialResult>;
  /** A few cases more. */
  again(repairs: readonly Repair[]): Promise<TrialResult>;
}

const fewCases = 3;

/** Runs the check of an active rule again, its failing case first. */
export function activeTrial({ rule, broken }: DecidedRule, check: AnyCheck, context: RunContext): RuleTrial {
  const cases = async (repairs: readonly Repair[], count: number): Promise<TrialResult> => {
    const { context: repaired, acted } = withRepairs(context, repairs);
    const report = await runCheck(check, () => count, repaired);
    const { verdict } = decideVerdict(rule, report);
    return { holds: verdict === 'pass' || verdict === 'warn', acted };
  };
  return {
    async once(repairs) {
      if (broken === undefined) return cases(repairs, 1);
      const { context: repaired, acted } = withRepairs(context, repairs);
      const outcome = context.stopped() ? undefined : await replayCase(check, broken, repaired);
      return { holds: outcome?.end.kind === 'held', acted };
    },
    again: (repairs) => cases(repairs, fewCases),
  };
}

/** The context with repaired answers; what its cases show goes into no ledger, and no smaller cases are looked for. */
function withRepairs(context: RunContext, repairs: readonly Repair[]) {
  const acted = new Set<string>();
  const repaired: RunContext = {
    ...context,
    standing: new StandingLedger([], new Set()),
    stopped: () => context.stopped(),
    mayShrink: () => false,
    async runCase(check, input, how) {
      const outcome = await context.runCase(check, input, { ...how, repairs });
      for (const id of repairsIn(outcome.exchanges)) acted.add(id);
      return outcome;
    },
  };
  return { context: repaired, acted };
}

/** Judges a standing rule again on `cases` that were recorded, as they would have been with repaired answers. Sends nothing. */
export function standingTrial(
  rule: string,
  cases: readonly (readonly Exchange[])[],
  checks: readonly StandingCheck[],
  { history, target }: Pick<RunContext, 'history'> & { readonly target: Parameters<typeof mend>[2] },
): RuleTrial {
  const judgeAll = async (repairs: readonly Repair[]): Promise<TrialResult> => {
    const mended = cases.map((exchanges) => exchanges.map((exchange) => mend(exchange, repairs, target)));
    const seen = mended.map((exchanges) => ({ exchanges, ...standingIn(checks, rule, history(exchanges)) }));
    const judged = seen.filter((one) => one.judged);
    return {
      holds: judged.length > 0 && judged.every(({ broken }) => broken === undefined),
      acted: new Set(judged.flatMap(({ exchanges }) => repairsIn(exchanges))),
    };
  };
  return { once: judgeAll, again: judgeAll };
}

function repairsIn(exchanges: readonly Exchange[]): readonly string[] {
  return exchanges.flatMap(({ repaired }) => repaired?.repairs ?? []);
}
