import type { Rule } from '@gateproof/spec';
import type { AnyCheck } from '../check/check.ts';
import type { AnswerTimes } from './answer-times.ts';
import { mostSideBySide } from './cases-ahead.ts';
import { casesOf } from './cases-of.ts';
import type { Effort, Suite } from './run-options.ts';

/** What one rule is expected to take. */
export interface PlannedRule {
  readonly id: string;
  readonly requests: number;
  /** Of them, those that reach a provider. */
  readonly generations: number;
  /** With its cases side by side as far as they may run so, in ms. */
  readonly longMs: number;
  /** With its cases one after the other, in ms. */
  readonly workMs: number;
  /** So many of its cases run side by side. */
  readonly sideBySide: number;
}

/** What the rules of a run are expected to take, so many of whose cases run side by side. */
export interface RunPlan {
  readonly rules: readonly PlannedRule[];
  readonly lanes: number;
}

/** What a plan is made from. */
export interface Planning {
  readonly checks: ReadonlyMap<string, AnyCheck>;
  readonly suite: Pick<Suite, 'measured' | 'costsMs'>;
  readonly effort: Effort;
  readonly lanes: number;
  readonly times: AnswerTimes;
  /** Cases of one check may run side by side. */
  readonly mayRunAhead: boolean;
}

/** What the harness itself does for a request, in ms. */
const handlingMs = 4;
/** A case makes an account, a model and what else it needs by so many commands of a testbed, one after the other. */
const arrangements = 3;
/** Of a case of a check that nobody has measured. */
const unmeasured = { requests: 3, generations: 1, rounds: 3 };

/** Where answers take so long, in ms, … */
const slowAnswerMs = 30;
/** … the cases of a rule that would take so long one after the other, in ms, … */
const slowRuleMs = 3_000;
/** … run side by side as well, but fewer of them: what runs beside a case that breaks is sent in vain. */
const mostOfSlow = 4;

/** Plans the active rules that are to be decided. */
export function planRun(rules: readonly Rule[], planning: Planning): RunPlan {
  const planned = rules.flatMap((rule) => {
    const check = planning.checks.get(rule.id);
    return check === undefined ? [] : [plannedRule(rule, check, planning)];
  });
  return { rules: planned, lanes: planning.lanes };
}

function plannedRule(rule: Rule, check: AnyCheck, planning: Planning): PlannedRule {
  const { suite, effort, times } = planning;
  const cases = casesOf(check, effort);
  const cost = suite.measured?.[rule.id]?.cost;
  const measured = cost === undefined || cost.cases === 0 ? { cases: 1, ...unmeasured } : cost;
  const share = cases / measured.cases;
  const slow = Math.min(measured.generations, measured.rounds);
  const answersMs = slow * times.chatMs + (measured.rounds - slow) * times.otherMs + measured.requests * handlingMs;
  const waitsMs = (suite.costsMs?.[rule.id] ?? 0) * (cases / casesOf(check, 'standard'));
  const workMs = answersMs * share + waitsMs + cases * arrangements * times.arrangeMs;
  const beside = Math.min(cases, planning.mayRunAhead ? sideBySide(check, workMs, planning) : 1);
  return {
    id: rule.id,
    requests: Math.round(measured.requests * share),
    generations: Math.round(measured.generations * share),
    workMs,
    longMs: workMs / beside,
    sideBySide: beside,
  };
}

/** Checks that wait, and those that a slow target would make the longest of the run. */
function sideBySide(check: AnyCheck, workMs: number, { lanes, times }: Planning): number {
  if (check.waits === true) return Math.min(mostSideBySide, lanes);
  return times.otherMs >= slowAnswerMs && workMs >= slowRuleMs ? Math.min(mostOfSlow, lanes) : 1;
}

/** How long a run is expected to take, in ms: no less than its longest rule. */
export function planDurationMs({ rules, lanes }: RunPlan): number {
  const workMs = rules.reduce((sum, rule) => sum + rule.workMs, 0);
  return Math.max(workMs / lanes, ...rules.map(({ longMs }) => longMs));
}
