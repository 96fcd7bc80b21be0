import fc from 'fast-check';
import type { AnyCheck } from '../check/check.ts';
import { Violation } from '../check/violation.ts';
import { disturbanceOf } from '../expect/disturbance-of.ts';
import { asClient, type CasePlace, clientAt, onlyAs } from './asking-client.ts';
import type { CaseEnd, CaseOutcome } from './case-outcome.ts';
import { CaseTally } from './case-tally.ts';
import { type CaseRange, CasesAhead } from './cases-ahead.ts';
import type { BrokenCase, CheckReport } from './check-report.ts';
import { checkSeed } from './check-seed.ts';
import { examplesOf } from './examples-of.ts';
import { inputText } from './input-text.ts';
import { isOnlyAsClient } from './is-only-as-client.ts';
import type { CaseOptions, RunContext } from './run-context.ts';

/** What is to be confirmed waits as long as a target may take. */
const patiently: CaseOptions = { isPatient: true };

/** How often a broken case is run again before it is called flaky; one break among them confirms it. */
const replays = 3;
/** A rule of which so many broken cases did not break again is flaky: further ones are not looked for. */
const mostUnconfirmed = 3;

/** How many cases to run, by the requests that the longest one so far sent; undefined before the first. */
export type CaseCount = (requests: number | undefined) => number;

/**
 * Runs all cases of one check, finds the smallest that breaks the rule and confirms it by running it again. One that does not break again, as one that
 * hangs on chance, makes room for the others: a break that is confirmed counts before one that is not. An example that the target's testbed can't arrange
 * makes room for another case. Never throws.
 */
export async function runCheck(check: AnyCheck, caseCount: CaseCount, context: RunContext): Promise<CheckReport> {
  const seed = checkSeed(context.seed, check.rule);
  const beganMs = context.clock.nowMs();
  const tally = new CaseTally();
  let next = 0;
  let broken: BrokenCase | undefined;
  const unconfirmed: BrokenCase[] = [];
  const wanted = () => {
    const count = caseCount(tally.mostRequests);
    return count + Math.min(examplesOf(check).length, tally.notArranged);
  };
  const goesOn = () => broken === undefined && unconfirmed.length < mostUnconfirmed && !tally.stopped;
  while (next < wanted() && goesOn() && !context.stopped()) {
    const from = next;
    const count = wanted() - from;
    next = from + count;
    const found = await searchCases(check, { seed, from, count }, tally, context);
    if (found === undefined) continue;
    const again = await runAgain(check, found.broken, context);
    if (again.held !== undefined && (found.isHurried || metNoise(found.broken)))
      tally.addReplay(again.held, found.broken);
    else if (again.broken.replayed.kind === 'broke') broken = again.broken;
    else unconfirmed.push(again.broken);
    next = from + found.index + 1;
  }
  const lone = tally.loneFailure;
  const again = lone === undefined || context.stopped() ? undefined : await replayCase(check, lone, context, patiently);
  if (lone !== undefined && again !== undefined) tally.add(again, lone.input, lone);
  await runStrayAgain(check, tally, context);
  broken ??= unconfirmed[0];
  return tally.report(check.rule, {
    durationMs: context.clock.nowMs() - beganMs,
    cutShort: context.stopped(),
    ...(broken === undefined ? {} : { broken }),
  });
}

/** A set-up step that fails in one case of several may fail now and then: it counts where it fails again. */
async function runStrayAgain(check: AnyCheck, tally: CaseTally, context: RunContext): Promise<void> {
  const stray = tally.strayFailure;
  if (stray === undefined || context.stopped()) return;
  const again = await replayCase(check, stray, context, patiently);
  if (again?.end.kind === 'held') tally.replaceStrayFailure(again, stray);
}

type SeenCase = Omit<BrokenCase, 'replayed'>;

interface FoundCase {
  readonly broken: SeenCase;
  readonly index: number;
  readonly isHurried: boolean;
}

/**
 * Runs cases until one breaks the rule, the first of them in order, then looks for a smaller one while the shrink limit lasts. Those of a check that
 * waits, or that a slow target makes long, run side by side.
 */
async function searchCases(
  check: AnyCheck,
  range: CaseRange,
  tally: CaseTally,
  context: RunContext,
): Promise<FoundCase | undefined> {
  const ahead = context.sideBySide > 1 ? new CasesAhead(check, range, context) : undefined;
  let invoked = 0;
  let smallest: CaseOutcome | undefined;
  let client: string | undefined;
  let shrinkUntilMs = Number.POSITIVE_INFINITY;
  const property = fc.asyncProperty(check.input, async (input) => {
    if (smallest === undefined) invoked += 1;
    if (tally.stopped || context.stopped() || context.clock.nowMs() > shrinkUntilMs) return;
    if (smallest !== undefined && !context.mayShrink()) return;
    const isSearched = smallest === undefined;
    const place = range.from + invoked - 1;
    // A smaller case asks as the one that broke.
    if (isSearched) client = clientAt(context.clients, range.seed, place);
    const outcome = await (isSearched && ahead !== undefined
      ? ahead.take(invoked - 1)
      : context.runCase(check, input, asClient(client)));
    if (isSearched) {
      const where = { seed: range.seed, path: String(place), ...asClient(client) };
      tally.add(outcome, inputText(check, input), where);
      context.standing.take(context.history(outcome.exchanges), { check: check.rule, ...where });
    }
    if (outcome.end.kind !== 'broke') return;
    if (isSearched) shrinkUntilMs = context.clock.nowMs() + context.shrinkLimitMs;
    smallest = outcome;
    throw new Violation(outcome.end.finding);
  });
  const details = await fc.check(property, {
    seed: range.seed,
    numRuns: range.count,
    examples: examplesOf(check),
    ...(range.from === 0 ? {} : { path: String(range.from) }),
  });
  await ahead?.ended();
  if (!details.failed || smallest === undefined) return undefined;
  const asked = { seed: range.seed, ...asClient(client) };
  return { ...foundCase(check, asked, details, smallest), index: invoked - 1 };
}

function foundCase(
  check: AnyCheck,
  asked: Omit<CasePlace, 'path'>,
  details: fc.RunDetails<[unknown]>,
  outcome: CaseOutcome,
): Omit<FoundCase, 'index'> {
  if (outcome.end.kind !== 'broke' || details.counterexamplePath === null) {
    throw new Error(`the search for a case of ${check.rule} ended without one`);
  }
  const broken = {
    check: check.rule,
    ...asked,
    path: details.counterexamplePath,
    input: inputText(check, details.counterexample?.[0]),
    shrinks: details.numShrinks,
    finding: outcome.end.finding,
    exchanges: outcome.exchanges,
  };
  return { broken, isHurried: outcome.isHurried };
}

interface RunAgain {
  readonly broken: BrokenCase;
  /** The first run in which the rule held; undefined if it broke again, or was never decided. */
  readonly held?: CaseOutcome;
}

/**
 * Runs the found case again, up to three times, until it breaks once more. One that asked as a real client is first asked as the suite asks: where it breaks
 * all the same, the client has nothing to do with it.
 */
async function runAgain(check: AnyCheck, found: SeenCase, context: RunContext): Promise<RunAgain> {
  const { client, ...asTheSuite } = found;
  const plain = client === undefined ? undefined : await replayCase(check, asTheSuite, context, patiently);
  if (plain?.end.kind === 'broke') {
    const { end, exchanges } = plain;
    return { broken: { ...asTheSuite, finding: end.finding, exchanges, replayed: { kind: 'broke' } } };
  }
  const asEither = async (as: 'suite' | 'client') => {
    const outcome = await replayCase(check, as === 'suite' ? asTheSuite : found, context, patiently);
    return outcome?.end.kind === 'broke' || outcome?.end.kind === 'held' ? outcome.end.kind : 'other';
  };
  const held: CaseOutcome[] = [];
  let why = 'it could not be run again';
  for (let count = 0; count < replays && !context.stopped(); count += 1) {
    const outcome = await replayCase(check, found, context, patiently);
    if (outcome === undefined) break;
    const { end, exchanges } = outcome;
    if (end.kind === 'broke') {
      const isOnlyAs = client !== undefined && held.length === 0 && (await isOnlyAsClient(asEither));
      const finding = isOnlyAs ? onlyAs(client, end.finding) : end.finding;
      return { broken: { ...found, finding, exchanges, replayed: { kind: 'broke' } } };
    }
    if (end.kind === 'held') held.push(outcome);
    else why = describeEnd(end);
  }
  const [first] = held;
  if (first === undefined) return { broken: { ...found, replayed: { kind: 'undecided', why } } };
  const saw = `the rule held in each of ${held.length} replays`;
  return { held: first, broken: { ...found, replayed: { kind: 'held', saw } } };
}

/** Generates the case of a seed and path again and runs it once. */
export async function replayCase(
  check: AnyCheck,
  where: CasePlace,
  context: Pick<RunContext, 'runCase'>,
  options: CaseOptions = {},
): Promise<CaseOutcome | undefined> {
  let outcome: CaseOutcome | undefined;
  const property = fc.asyncProperty(check.input, async (input) => {
    outcome = await context.runCase(check, input, { ...options, ...asClient(where.client) });
    // A path goes on to the next values until one fails; failing here ends it after the one that is wanted.
    throw new Error('one case is enough');
  });
  await fc.check(property, {
    seed: where.seed,
    path: where.path,
    endOnFailure: true,
    numRuns: 1,
    examples: examplesOf(check),
  });
  return outcome;
}

function describeEnd(end: Exclude<CaseEnd, { kind: 'broke' | 'held' }>): string {
  switch (end.kind) {
    case 'setup-failed':
      return `a set-up step failed: ${end.what}`;
    case 'error':
      return end.message;
    default:
      return end.why;
  }
}

/** What never breaks again, in a case that lost a connection or was answered 429 or 503, is noise: the network's, or a limit of the target's own. */
function metNoise({ exchanges }: SeenCase): boolean {
  return exchanges.some((exchange) => exchange.side === 'request' && disturbanceOf(exchange) !== undefined);
}
