import type { CheckReport } from './check-report.ts';
import type { Decision } from './decide-verdict.ts';
import type { DecidedRule } from './decided-rule.ts';
import type { RuleRun } from './suite-run.ts';

/** How much of a check was to be run, and what is enough of it. */
export interface WantedCases {
  readonly all: number;
  /** A third of the cases at standard effort: fewer let no rule pass. */
  readonly least: number;
}

/** What one case alone showed may be luck: where there are more, no rule passes by it. */
const leastExercised = 2;

/** What a decision comes to where a crash, or the rule's share of the time, kept its checks from being run to their end. A break that was confirmed counts. */
export function cutDecision(
  decision: Decision,
  own: Pick<RuleRun, 'crash' | 'isOutOfTime'>,
  report: Pick<CheckReport, 'run' | 'exercised'>,
  wanted: WantedCases,
): Pick<DecidedRule, 'decision' | 'causedBy'> {
  const { verdict } = decision;
  if (verdict === 'fail' || verdict === 'error') return { decision };
  // A case whose request is not sent any more looks like one that can't be arranged.
  if (own.crash !== undefined) {
    return { decision: { verdict: 'blocked', reason: own.crash.sentence }, causedBy: own.crash.id };
  }
  if (verdict === 'not-applicable') return { decision };
  if (!own.isOutOfTime || verdict === 'flaky') return { decision };
  if (verdict === 'inconclusive') return { decision: { ...decision, isOutOfTime: true } };
  const cut = `its share of the run's time was used up after ${report.run} of ${wanted.all} cases`;
  if (report.run >= wanted.least && report.exercised >= Math.min(wanted.all, leastExercised)) {
    return { decision: report.run < wanted.all ? { ...decision, reason: cut, isPartial: true } : decision };
  }
  const reason = `${cut}; --time-limit gives it more`;
  return { decision: { verdict: 'inconclusive', reason, isOutOfTime: true } };
}
