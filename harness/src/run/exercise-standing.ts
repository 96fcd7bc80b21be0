import type { Rule } from '@gateproof/spec';
import fc from 'fast-check';
import pLimit from 'p-limit';
import type { AnyCheck } from '../check/check.ts';
import { asClient, clientAt } from './asking-client.ts';
import type { CaseOutcome } from './case-outcome.ts';
import { casesOf } from './cases-of.ts';
import { checkSeed } from './check-seed.ts';
import { notDecidable } from './decide-rule.ts';
import { examplesOf } from './examples-of.ts';
import type { ResolvedRunOptions } from './resolve-run-options.ts';
import type { SuiteRun } from './suite-run.ts';

/** Where no listed donor shows a rule at work, so many other checks are tried with one case each. */
const mostFurtherDonors = 96;
/** Part of a budget that donors leave for seeing breaks again. */
const budgetPart = 0.8;

/** What donors are chosen for. */
export interface StandingNeeds {
  /** The rules that are decided; the checks of active ones have run already. */
  readonly rules: readonly Rule[];
  /** Ends donors that no table lists. Default: all of them run. */
  readonly enough?: () => boolean;
}

/** A check that was not selected, and how many of its cases are run so that standing rules have exchanges to check. */
interface Donor {
  readonly rule: Rule;
  readonly check: AnyCheck;
  readonly cases: number;
}

/**
 * With a filter, standing rules still need exchanges to check: donor checks make them. A rule that an earlier run saw broken gets the check that broke it; one
 * that nothing has shown yet gets the donors that its suite lists, then, as long as it is not exercised, any other.
 */
export async function exerciseStanding(
  options: ResolvedRunOptions,
  run: SuiteRun,
  checks: ReadonlyMap<string, AnyCheck>,
  { rules, enough = () => false }: StandingNeeds,
): Promise<void> {
  if (options.only === undefined) return;
  const available = donorsAmong(options, checks, new Set(rules.map(({ id }) => id)));
  const standing = rules.filter((rule) => rule.kind === 'standing' && notDecidable(rule, options) === undefined);
  const isStarved = ({ id }: Rule) => run.standing.isStarved(id);
  const listed = standing.filter(isStarved).flatMap(({ id }) => options.suite.donors?.[id] ?? []);
  const known = standing.flatMap(({ id }) => options.brokenBy?.[id] ?? []);
  await donate(options, run, [
    ...available.filter(({ check }) => known.includes(check.rule)),
    ...available.flatMap((donor) => {
      const cases = Math.max(0, ...listed.filter(([check]) => check === donor.check.rule).map(([, count]) => count));
      return cases > 0 && !known.includes(donor.check.rule) ? [{ ...donor, cases }] : [];
    }),
  ]);
  const isListed = ({ id }: Rule) => options.suite.donors?.[id] !== undefined;
  const starved = standing.filter(isStarved);
  if (starved.some((rule) => !isListed(rule))) return donate(options, run, available, enough);
  const further = available.map((donor) => ({ ...donor, cases: 1 })).slice(0, mostFurtherDonors);
  await donate(options, run, further, () => !starved.some(isStarved));
}

/** The checks of other rules that this target can be tested on, each with all of its cases. */
function donorsAmong(
  options: ResolvedRunOptions,
  checks: ReadonlyMap<string, AnyCheck>,
  selected: ReadonlySet<string>,
): readonly Donor[] {
  return options.catalogue.flatMap((rule) => {
    const check = checks.get(rule.id);
    if (check === undefined || selected.has(rule.id) || notDecidable(rule, options) !== undefined) return [];
    return [{ rule, check, cases: casesOf(check, options.effort) }];
  });
}

/** Runs donors side by side until there are enough, and checks the standing rules on what their cases exchanged. */
async function donate(
  options: ResolvedRunOptions,
  run: SuiteRun,
  donors: readonly Donor[],
  enough = () => false,
): Promise<void> {
  const { budget, clockScope } = options.target;
  const isSpent = () => budget !== undefined && budget.sent >= budget.limit * budgetPart;
  run.divideTime(donors.map(({ rule }) => rule));
  const limit = pLimit(options.concurrency);
  const give = async (donor: Donor) => {
    const { check, cases } = donor;
    if (enough() || isSpent() || (run.donated.get(check.rule) ?? 0) >= cases) return;
    run.donated.set(check.rule, cases);
    await runDonor(donor, run);
  };
  const alone = ({ rule }: Donor) => clockScope === 'target' && rule.needs.includes('clock');
  await Promise.all(donors.filter((donor) => !alone(donor)).map((donor) => limit(give, donor)));
  for (const donor of donors.filter(alone)) await give(donor);
}

/** A donor decides nothing by itself: what breaks its own rule is neither shrunk nor run again. Its cases ask as those of a selected check do. */
async function runDonor({ rule, check, cases }: Donor, run: SuiteRun): Promise<void> {
  const own = run.begin(rule, check);
  const seed = checkSeed(own.seed, check.rule);
  const inputs = fc.sample(check.input, { seed, numRuns: cases, examples: examplesOf(check).flat() });
  const askedAs = (place: number) => asClient(clientAt(own.clients, seed, place));
  const one = async (input: unknown, place: number): Promise<CaseOutcome | undefined> =>
    own.stopped() ? undefined : own.runCase(check, input, askedAs(place));
  const outcomes = run.mayRunAhead
    ? await Promise.all(inputs.map(one))
    : await inputs.reduce<Promise<(CaseOutcome | undefined)[]>>(
        async (before, input, place) => [...(await before), await one(input, place)],
        Promise.resolve([]),
      );
  own.end();
  for (const [place, outcome] of outcomes.entries()) {
    if (outcome === undefined) continue;
    const where = { check: check.rule, seed, path: String(place), ...askedAs(place) };
    own.standing.take(own.history(outcome.exchanges), where);
  }
}
