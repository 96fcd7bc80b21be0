import type { Rule } from '@gateproof/spec';
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
import { brokenIn, StandingLedger } from './standing-ledger.ts';

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
    cutShort: stop.reason,
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
  const finding =
    rule.kind === 'standing'
      ? brokenIn(suite.standing, rule.id, context.history(outcome.exchanges))?.finding
      : outcome.end.kind === 'broke'
        ? outcome.end.finding
        : undefined;
  if (finding !== undefined) {
    const broken: BrokenCase = { ...where, finding, exchanges: outcome.exchanges, confirmed: true };
    return { rule, decision: { verdict: rule.level === 'should' ? 'warn' : 'fail' }, broken };
  }
  const end = outcome.end;
  if (end.kind === 'held' || rule.kind === 'standing') return { rule, decision: { verdict: 'pass' } };
  if (end.kind === 'error') return { rule, decision: { verdict: 'error', reason: end.message } };
  if (end.kind === 'setup-failed') return undecided(rule, end.what);
  return undecided(rule, end.kind === 'broke' ? end.finding.observed : end.why);
}

function undecided(rule: Rule, reason: string): DecidedRule {
  const decision: Decision = { verdict: 'inconclusive', reason };
  return { rule, decision };
}
