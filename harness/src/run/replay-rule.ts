import type { Rule } from '@gateproof/spec';
import type { Finding } from '../check/violation.ts';
import { startRunClock } from '../clock/run-clock.ts';
import type { CaseRecord, ResultDocument } from '../result/result-document.ts';
import { assembleDocument } from './assemble-document.ts';
import type { CaseOutcome } from './case-outcome.ts';
import type { BrokenCase } from './check-report.ts';
import type { Decision } from './decide-verdict.ts';
import type { DecidedRule } from './decided-rule.ts';
import { resolveRunOptions } from './resolve-run-options.ts';
import { replayCase } from './run-check.ts';
import { createRunContext, createStopSwitch, noCounts, type RunContext } from './run-context.ts';
import type { RunOptions, Suite } from './run-options.ts';
import { judge, StandingLedger } from './standing-ledger.ts';

/**
 * Runs the one case of a failure again, in one execution, and returns a result document of that one rule.
 * Throws when the suite has no check of the case's name.
 */
export async function replayRule(given: RunOptions, rule: Rule, where: CaseRecord): Promise<ResultDocument> {
  const options = resolveRunOptions({ ...given, rules: [rule] });
  const check = options.suite.checks.find((candidate) => candidate.rule === where.check);
  if (check === undefined) {
    throw new Error(
      `cannot replay ${rule.id}: no check is called ${where.check}; was the result written by another version?`,
    );
  }
  const clock = startRunClock();
  const standing = new StandingLedger(options.suite.standing, new Set([rule.id]));
  const counts = noCounts();
  const stop = createStopSwitch();
  const context = createRunContext({ ...options, clock, standing, stop, counts, onNote: () => undefined });
  const outcome = await replayCase(check, where, context);
  return assembleDocument({
    options,
    decided: [decideReplay(rule, where, outcome, options.suite, context)],
    causes: [],
    standing,
    counts,
    startedAt: new Date(clock.wallMs()).toISOString(),
    durationMs: clock.nowMs(),
    notes: [],
    cutShort: stop.cause,
  });
}

function decideReplay(
  rule: Rule,
  where: CaseRecord,
  outcome: CaseOutcome | undefined,
  suite: Suite,
  context: RunContext,
): DecidedRule {
  if (outcome === undefined) return undecided(rule, 'the case could not be generated again');
  const seen = seenIn(rule, outcome, suite, context);
  if (seen !== undefined) {
    const broken: BrokenCase = { ...where, finding: seen.finding, exchanges: outcome.exchanges, confirmed: true };
    const verdict = seen.isCaution || rule.level === 'should' ? 'warn' : 'fail';
    return { rule, decision: { verdict }, broken };
  }
  const end = outcome.end;
  if (end.kind === 'held' || rule.kind === 'standing') return { rule, decision: { verdict: 'pass' } };
  if (end.kind === 'error') return { rule, decision: { verdict: 'error', reason: end.message } };
  if (end.kind === 'setup-failed') return undecided(rule, end.what);
  return undecided(rule, end.kind === 'broke' ? end.finding.observed : end.why);
}

/** What the case shows against the rule: a break, else a warning. */
function seenIn(
  rule: Rule,
  { end, caution, exchanges }: CaseOutcome,
  suite: Suite,
  context: RunContext,
): { readonly finding: Finding; readonly isCaution: boolean } | undefined {
  if (rule.kind === 'standing') {
    const history = context.history(exchanges);
    const judgements = [...judge(suite.standing, history)].filter(
      (one) => one.rule === rule.id && one.finding !== undefined,
    );
    const worst = judgements.find((one) => one.caution !== true) ?? judgements[0];
    return worst?.finding === undefined ? undefined : { finding: worst.finding, isCaution: worst.caution === true };
  }
  if (end.kind === 'broke') return { finding: end.finding, isCaution: false };
  return caution === undefined ? undefined : { finding: caution, isCaution: true };
}

function undecided(rule: Rule, reason: string): DecidedRule {
  const decision: Decision = { verdict: 'inconclusive', reason };
  return { rule, decision };
}
