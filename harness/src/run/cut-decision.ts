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

/** What a decision comes to where a crash, or the rule's share of the time, kept its checks from being run to their end. A break that was confirmed counts. */
export function cutDecision(
  decision: Decision,
  own: Pick<RuleRun, 'crash' | 'isOutOfTime'>,
  report: Pick<CheckReport, 'run'>,
  wanted: WantedCases,
): Pick<DecidedRule, 'decision' | 'causedBy'> {
  const { verdict } = decision;
  if (verdict === 'fail' || verdict === 'error' || verdict === 'not-applicable') return { decision };
  if (own.crash !== undefined) {
    return { decision: { verdict: 'blocked', reason: own.crash.sentence }, causedBy: own.crash.id };
  }
  if (!own.isOutOfTime || verdict === 'flaky') return { decision };
  if (verdict === 'inconclusive') return { decision: { ...decision, isOutOfTime: true } };
  if (report.run >= wanted.least) return { decision };
  const reason = `its share of the run's time was used up after ${report.run} of ${wanted.all} cases; --time-limit gives it more`;
  return { decision: { verdict: 'inconclusive', reason, isOutOfTime: true } };
}
