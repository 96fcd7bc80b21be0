import { capabilities, loadClasses, type Rule } from '@gateproof/spec';
import { BudgetedCases } from '../budget/budgeted-cases.ts';
import type { RequestBudget } from '../budget/request-budget.ts';
import type { AnyCheck } from '../check/check.ts';
import { isDestructive } from '../check/guarded.ts';
import { isClaimed } from '../check/is-claimed.ts';
import { casesOf, shareOf } from './cases-of.ts';
import { confirmStanding } from './confirm-standing.ts';
import { cutDecision } from './cut-decision.ts';
import { type Decision, decideStanding, decideVerdict, missingCapabilities } from './decide-verdict.ts';
import type { DecidedRule } from './decided-rule.ts';
import type { ResolvedRunOptions } from './resolve-run-options.ts';
import { runCheck } from './run-check.ts';
import type { Suite } from './run-options.ts';
import type { SuiteRun } from './suite-run.ts';

const guardReason =
  'may disturb others that use a target which is not on this machine: allow_destructive: true in the profile, or --allow-destructive, permits it';

/** The checks of a suite by the id of their rule. */
export function checksByRule(suite: Suite): ReadonlyMap<string, AnyCheck> {
  return new Map(suite.checks.map((check) => [check.rule, check]));
}

function leftOut(budget: RequestBudget): Decision {
  return {
    verdict: 'not-applicable',
    isLeftOut: true,
    reason: `left out: the budget of ${budget.limit} requests went to more important rules`,
  };
}

/** Runs the check of an active rule and decides by what its cases showed. */
export async function decideActive(
  rule: Rule,
  check: AnyCheck | undefined,
  options: ResolvedRunOptions,
  run: SuiteRun,
): Promise<DecidedRule> {
  const early = notDecidable(rule, options);
  if (early !== undefined || check === undefined) return { rule, decision: early ?? withoutCheck(rule) };
  const { budget } = options.target;
  const cases = casesOf(check, options.effort);
  const paid = budget === undefined ? undefined : BudgetedCases.begin(budget, cases);
  if (budget !== undefined && paid === undefined) return { rule, decision: leftOut(budget) };
  const own = run.begin(rule, check);
  const count = (requests: number | undefined) => paid?.count(requests) ?? cases;
  const report = await runCheck(check, count, own);
  own.end();
  paid?.end();
  const wasStarved = budget !== undefined && budget.sent >= budget.limit && report.exercised === 0;
  const decision = wasStarved ? leftOut(budget) : decideVerdict(rule, report);
  const all = count(undefined);
  const wanted = { all, least: Math.min(all, shareOf(check, 'quick')) };
  const broken = report.broken === undefined ? {} : { broken: report.broken };
  return { rule, report, ...broken, ...cutDecision(decision, own, report, wanted) };
}

/** Decides a standing rule by what the exchanges so far showed of it. */
export async function decideOneStanding(
  rule: Rule,
  checks: ReadonlyMap<string, AnyCheck>,
  options: ResolvedRunOptions,
  run: SuiteRun,
): Promise<DecidedRule> {
  const unclaimed = notClaimed(rule, options);
  if (unclaimed !== undefined) return { rule, decision: unclaimed };
  if (!options.suite.standing.some((check) => check.rules.includes(rule.id)))
    return { rule, decision: withoutCheck(rule) };
  const entry = run.standing.entry(rule.id);
  const missing = notApplicable(rule, options);
  if (missing !== undefined && entry?.violation === undefined) return { rule, decision: missing };
  const sighting = entry?.violation;
  const check = sighting === undefined ? undefined : checks.get(sighting.check);
  const own = run.begin(rule);
  const broken =
    sighting === undefined || check === undefined
      ? undefined
      : await confirmStanding(rule.id, sighting, check, options.suite.standing, own);
  own.end();
  const { budget } = options.target;
  if (budget !== undefined && entry === undefined) return { rule, decision: leftOut(budget) };
  const neverArranged = neverUsed(rule, options);
  const decision = decideStanding(rule, {
    exercised: entry?.exercised ?? 0,
    ...(neverArranged === undefined ? {} : { neverArranged }),
    caution: entry?.caution !== undefined,
    lacksCapabilities: rule.party === 'gateway' && !capabilities.every((one) => options.target.capabilities.has(one)),
    ...(entry?.idle === undefined ? {} : { idle: entry.idle }),
    ...(entry?.undecidedBy === undefined ? {} : { undecidedBy: entry.undecidedBy }),
    ...(broken === undefined ? {} : { broken }),
  });
  const cut =
    decision.verdict === 'inconclusive'
      ? cutDecision(decision, own, { run: 0, exercised: 0 }, { all: 0, least: 0 })
      : {};
  return { rule, decision, ...cut, ...(broken === undefined ? {} : { broken }) };
}

/** Why no case could make use of the class of a rule, or of one that it builds on. A rule that needs no model of ours is about refusals as well. */
function neverUsed({ class: id, needs }: Rule, { target }: ResolvedRunOptions): string | undefined {
  if (id === undefined || !needs.includes('models')) return undefined;
  const { buildsOn = [] } = loadClasses().find((one) => one.id === id) ?? {};
  return [id, ...buildsOn].map((one) => target.whyNeverUsed?.(one)).find((why) => why !== undefined);
}

function notClaimed(rule: Rule, { target }: ResolvedRunOptions): Decision | undefined {
  if (isClaimed(rule.class, target.claims)) return undefined;
  return { verdict: 'not-claimed', reason: `the target does not claim the class ${rule.class}` };
}

/** Why a rule is not judged on this target, whatever it answers; undefined: it is. */
export function notDecidable(rule: Rule, options: ResolvedRunOptions): Decision | undefined {
  const { checks, standing } = options.suite;
  const check = checks.find((one) => one.rule === rule.id);
  const isDecided = check !== undefined || standing.some(({ rules }) => rules.includes(rule.id));
  return (
    notClaimed(rule, options) ??
    notApplicable(rule, options) ??
    guarded(rule, check, options) ??
    (isDecided ? undefined : withoutCheck(rule))
  );
}

function notApplicable(rule: Rule, options: ResolvedRunOptions): Decision | undefined {
  const missing = missingCapabilities(rule, options.target.capabilities);
  if (missing.length === 0) return undefined;
  return { verdict: 'not-applicable', missing, reason: `needs ${missing.join(', ')}, which the target does not claim` };
}

function guarded(rule: Rule, check: AnyCheck | undefined, { target }: ResolvedRunOptions): Decision | undefined {
  if (target.isGuarded !== true || !isDestructive(rule, check, target.clockScope)) return undefined;
  return { verdict: 'not-applicable', reason: guardReason };
}

function withoutCheck(rule: Rule): Decision {
  if (rule.unobservable !== undefined) return { verdict: 'not-applicable', reason: rule.unobservable };
  return { verdict: 'not-applicable', isUnchecked: true, reason: 'no check decides this rule yet' };
}
