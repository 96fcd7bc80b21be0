import type { Rule } from '@gateproof/spec';
import type { Finding } from '../check/finding.ts';
import { startRunClock } from '../clock/run-clock.ts';
import type { CaseRecord, ResultDocument } from '../result/result-document.ts';
import { assembleDocument } from './assemble-document.ts';
import { prerequisiteFinding } from './broken-prerequisites.ts';
import type { CaseEnd, CaseOutcome } from './case-outcome.ts';
import { CaseTally } from './case-tally.ts';
import type { BrokenCase } from './check-report.ts';
import { type Decision, decideStanding, decideVerdict } from './decide-verdict.ts';
import type { DecidedRule } from './decided-rule.ts';
import { resolveRunOptions } from './resolve-run-options.ts';
import { replayCase } from './run-check.ts';
import { noCounts } from './run-counts.ts';
import type { RunOptions } from './run-options.ts';
import { StandingLedger } from './standing-ledger.ts';
import { createStopSwitch } from './stop-switch.ts';
import { SuiteRun } from './suite-run.ts';

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
  const stop = createStopSwitch({ ...options, clock });
  const run = new SuiteRun(options, { clock, standing, stop, counts, onNote: () => undefined });
  const outcome = await replayCase(check, where, run.begin(rule));
  stop.disarm();
  if (outcome !== undefined) standing.take(run.history(outcome.exchanges), where);
  return assembleDocument({
    options,
    decided: [decideReplay(rule, where, outcome, standing)],
    causes: [],
    crashes: run.crashes,
    standing,
    counts,
    startedAt: new Date(clock.wallMs()).toISOString(),
    durationMs: clock.nowMs(),
    notes: [],
    cutShort: stop.cause,
  });
}

/** Decides by the one case alone. What it leaves undecided is never not applicable: the case broke the rule before. */
function decideReplay(
  rule: Rule,
  where: CaseRecord,
  outcome: CaseOutcome | undefined,
  standing: StandingLedger,
): DecidedRule {
  if (outcome === undefined) return undecided(rule, 'the case could not be generated again');
  const decided =
    rule.kind === 'standing' ? decideOnLedger(rule, where, outcome, standing) : decideOnCase(rule, where, outcome);
  const { verdict, reason } = decided.decision;
  return verdict === 'not-applicable' ? undecided(rule, reason ?? 'the case decided nothing') : decided;
}

function decideOnCase(rule: Rule, where: CaseRecord, outcome: CaseOutcome): DecidedRule {
  const tally = new CaseTally();
  tally.add(outcome, where.input, where);
  const { end } = outcome;
  const finding = findingOf(rule, end);
  const broken = finding === undefined ? {} : { broken: brokenAgain(where, finding, outcome) };
  const report = tally.report(rule.id, { durationMs: outcome.durationMs, cutShort: false, ...broken });
  return { rule, decision: decideVerdict(rule, report), report, ...broken };
}

/** A case of another rule shows this one broken when its set-up fails for it once more. */
function findingOf(rule: Rule, end: CaseEnd): Finding | undefined {
  if (end.kind === 'broke') return end.finding;
  return end.kind === 'setup-failed' && end.prerequisite === rule.id ? prerequisiteFinding(rule, end) : undefined;
}

function decideOnLedger(rule: Rule, where: CaseRecord, outcome: CaseOutcome, standing: StandingLedger): DecidedRule {
  const entry = standing.entry(rule.id);
  const finding = entry?.violation?.finding;
  const broken = finding === undefined ? {} : { broken: brokenAgain(where, finding, outcome) };
  const seen = { exercised: entry?.exercised ?? 0, caution: entry?.caution !== undefined };
  return { rule, decision: decideStanding(rule, { ...seen, ...broken }), ...broken };
}

function brokenAgain(where: CaseRecord, finding: Finding, { exchanges }: CaseOutcome): BrokenCase {
  return { ...where, finding, exchanges, replayed: { kind: 'broke' } };
}

function undecided(rule: Rule, reason: string): DecidedRule {
  const decision: Decision = { verdict: 'inconclusive', reason };
  return { rule, decision };
}
