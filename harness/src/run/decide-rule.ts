import type { Rule } from '@gateproof/spec';
import pLimit from 'p-limit';
import type { AnyCheck } from '../check/check.ts';
import { confirmStanding } from './confirm-standing.ts';
import { type Decision, decideStanding, decideVerdict, missingCapabilities } from './decide-verdict.ts';
import type { DecidedRule } from './decided-rule.ts';
import type { ResolvedRunOptions } from './resolve-run-options.ts';
import { runCheck } from './run-check.ts';
import type { RunContext } from './run-context.ts';
import type { Effort, Suite } from './run-options.ts';
import type { StandingLedger } from './standing-ledger.ts';

const defaultCases = 5;
const effortFactor: Readonly<Record<Effort, number>> = { quick: 1 / 3, standard: 1, thorough: 20 };

/** The checks of a suite by the id of their rule. */
export function checksByRule(suite: Suite): ReadonlyMap<string, AnyCheck> {
  return new Map(suite.checks.map((check) => [check.rule, check]));
}

/** With a filter, standing rules still need exchanges to be judged on: checks that were not selected lend theirs. */
export async function exerciseStanding(
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

/** Runs the check of an active rule and decides by what its cases showed. */
export async function decideActive(
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

/** Decides a standing rule by what the exchanges so far showed of it. */
export async function decideOneStanding(
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
