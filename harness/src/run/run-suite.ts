import type { Rule } from '@gateproof/spec';
import pLimit from 'p-limit';
import type { AnyCheck } from '../check/check.ts';
import { startRunClock } from '../clock/run-clock.ts';
import type { ResultDocument } from '../result/result-document.ts';
import { assembleDocument } from './assemble-document.ts';
import { confirmStanding } from './confirm-standing.ts';
import { type Decision, decideStanding, decideVerdict, missingCapabilities, resolveBlocked } from './decide-verdict.ts';
import type { DecidedRule } from './decided-rule.ts';
import { explainFailures } from './explain-failures.ts';
import { type ResolvedRunOptions, resolveRunOptions } from './resolve-run-options.ts';
import { announce } from './rule-record.ts';
import { runCheck } from './run-check.ts';
import { createRunContext, createStopSwitch, type RunContext } from './run-context.ts';
import type { Effort, RunOptions } from './run-options.ts';
import { StandingLedger } from './standing-ledger.ts';

const defaultCases = 5;
const effortFactor: Readonly<Record<Effort, number>> = { quick: 1 / 3, standard: 1, thorough: 20 };

/** Runs a suite against a reached target and returns all that it found. Throws only for a fault of the harness itself. */
export async function runSuite(given: RunOptions): Promise<ResultDocument> {
  const options = resolveRunOptions(given);
  const clock = startRunClock();
  const startedAt = new Date(clock.wallMs()).toISOString();
  const notes = new Map<string, number>();
  const onNote = (line: string) => {
    notes.set(line, (notes.get(line) ?? 0) + 1);
    options.listener?.onNote?.(line);
  };
  const counts = { cases: 0, requests: 0, exchanges: 0 };
  const stop = createStopSwitch();
  const cancelLimit = clock.after(options.runLimitMs, () =>
    stop.stop(`the run's limit of ${options.runLimitMs / 1000} s passed`),
  );
  const onAbort = () => stop.stop('the run was interrupted');
  options.signal?.addEventListener('abort', onAbort);
  const ruleIds = new Set(options.rules.map(({ id }) => id));
  const standing = new StandingLedger(options.suite.standing, ruleIds);
  const context = createRunContext({ ...options, clock, standing, stop, counts, onNote });
  options.listener?.onStart?.(options.rules.length);
  try {
    const smoke = await options.target.smoke();
    const decided = smoke === undefined ? await decideAll(options, context, standing) : blockAll(options.rules, smoke);
    if (smoke !== undefined) onNote(smoke);
    return assembleDocument({
      options,
      decided,
      standing,
      counts,
      startedAt,
      durationMs: clock.nowMs(),
      notes: [...notes].map(([line, count]) => (count === 1 ? line : `${line} (${count} times)`)),
      cutShort: stop.reason,
    });
  } finally {
    cancelLimit();
    options.signal?.removeEventListener('abort', onAbort);
  }
}

function blockAll(rules: readonly Rule[], smoke: string): DecidedRule[] {
  return rules.map((rule) => ({ rule, decision: { verdict: 'blocked', reason: smoke } }));
}

async function decideAll(
  options: ResolvedRunOptions,
  context: RunContext,
  standing: StandingLedger,
): Promise<DecidedRule[]> {
  const checks = new Map(options.suite.checks.map((check) => [check.rule, check]));
  const decided = new Map<string, DecidedRule>();
  const take = (entry: DecidedRule) => {
    decided.set(entry.rule.id, entry);
    announce(options.listener, entry, decided.size);
  };
  const waiting = options.rules.filter((rule) => rule.kind === 'active');
  const alone = (rule: Rule) => options.target.clockScope === 'target' && rule.needs.includes('clock');
  const limit = pLimit(options.concurrency);
  const run = async (rule: Rule) => take(await decideActive(rule, checks.get(rule.id), options, context));
  await Promise.all(waiting.filter((rule) => !alone(rule)).map((rule) => limit(run, rule)));
  for (const rule of waiting.filter(alone)) await run(rule);
  await exerciseStanding(options, context, checks);
  for (const rule of options.rules.filter(({ kind }) => kind === 'standing')) {
    take(await decideOneStanding(rule, checks, options, context, standing));
  }
  const settled = settle(options.rules, decided);
  const causes = explainFailures(settled, options.suite.standing, context.history);
  return settled.map((entry) => {
    const causedBy = causes.get(entry.rule.id);
    return causedBy === undefined ? entry : { ...entry, causedBy };
  });
}

/** With a filter, standing rules still need exchanges to be judged on: checks that were not selected lend theirs. */
async function exerciseStanding(
  options: ResolvedRunOptions,
  context: RunContext,
  checks: ReadonlyMap<string, AnyCheck>,
): Promise<void> {
  const selected = new Set(options.rules.map(({ id }) => id));
  const starved = options.rules.some(({ id, kind }) => kind === 'standing' && context.standing.entry(id) === undefined);
  if (!starved || options.only === undefined) return;
  const catalogue = new Map(options.catalogue.map((rule) => [rule.id, rule]));
  const lenders = [...checks.values()].filter(({ rule }) => {
    const entry = catalogue.get(rule);
    return (
      !selected.has(rule) && entry !== undefined && missingCapabilities(entry, options.target.capabilities).length === 0
    );
  });
  const limit = pLimit(options.concurrency);
  await Promise.all(lenders.map((check) => limit(runCheck, check, casesOf(check, options.effort), context)));
}

function casesOf(check: AnyCheck, effort: Effort): number {
  const cases = Math.max(check.cases ?? defaultCases, check.examples?.length ?? 0);
  return Math.max(1, Math.ceil(cases * effortFactor[effort]));
}

async function decideActive(
  rule: Rule,
  check: AnyCheck | undefined,
  options: ResolvedRunOptions,
  context: RunContext,
): Promise<DecidedRule> {
  const early = notApplicable(rule, options) ?? (check === undefined ? withoutCheck(rule) : undefined);
  if (early !== undefined || check === undefined) return { rule, decision: early ?? withoutCheck(rule) };
  const report = await runCheck(check, casesOf(check, options.effort), context);
  const decision = decideVerdict(rule, report);
  return { rule, decision, report, ...(report.broken === undefined ? {} : { broken: report.broken }) };
}

async function decideOneStanding(
  rule: Rule,
  checks: ReadonlyMap<string, AnyCheck>,
  options: ResolvedRunOptions,
  context: RunContext,
  standing: StandingLedger,
): Promise<DecidedRule> {
  if (!options.suite.standing.some((check) => check.rules.includes(rule.id)))
    return { rule, decision: withoutCheck(rule) };
  const entry = standing.entry(rule.id);
  const missing = notApplicable(rule, options);
  if (missing !== undefined && entry?.violation === undefined) return { rule, decision: missing };
  const sighting = entry?.violation;
  const check = sighting === undefined ? undefined : checks.get(sighting.check);
  const broken =
    sighting === undefined || check === undefined
      ? undefined
      : await confirmStanding(rule.id, sighting, check, options.suite.standing, context);
  const decision = decideStanding(rule, {
    exercised: entry?.exercised ?? 0,
    caution: entry?.caution !== undefined,
    ...(broken === undefined ? {} : { broken }),
  });
  return { rule, decision, ...(broken === undefined ? {} : { broken }) };
}

function notApplicable(rule: Rule, options: ResolvedRunOptions): Decision | undefined {
  const missing = missingCapabilities(rule, options.target.capabilities);
  if (missing.length === 0) return undefined;
  return { verdict: 'not-applicable', missing, reason: `needs ${missing.join(', ')}, which the target does not claim` };
}

function withoutCheck(rule: Rule): Decision {
  return { verdict: 'not-applicable', reason: rule.unobservable ?? 'no check decides this rule yet' };
}

/** Resolves who is blocked by whom and returns the rules in catalogue order. */
function settle(rules: readonly Rule[], decided: ReadonlyMap<string, DecidedRule>): DecidedRule[] {
  const resolved = resolveBlocked(new Map([...decided].map(([id, entry]) => [id, entry.decision])));
  return rules.flatMap((rule) => {
    const entry = decided.get(rule.id);
    const decision = resolved.get(rule.id);
    return entry === undefined || decision === undefined ? [] : [{ ...entry, decision }];
  });
}
