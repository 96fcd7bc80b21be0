import fc from 'fast-check';
import type { AnyCheck } from '../check/check.ts';
import { Violation } from '../check/violation.ts';
import type { CaseOutcome } from './case-outcome.ts';
import { CaseTally } from './case-tally.ts';
import type { BrokenCase, CheckReport } from './check-report.ts';
import { checkSeed } from './check-seed.ts';
import type { RunContext } from './run-context.ts';

/** How often a broken case is run again before it is called flaky; one break among them confirms it. */
const replays = 3;

/** Runs all cases of one check, finds the smallest that breaks the rule and confirms it by running it again. Never throws. */
export async function runCheck(check: AnyCheck, caseCount: number, context: RunContext): Promise<CheckReport> {
  const seed = checkSeed(context.seed, check.rule);
  const beganMs = context.clock.nowMs();
  const tally = new CaseTally();
  let next = 0;
  let broken: BrokenCase | undefined;
  while (next < caseCount && broken === undefined && !tally.stopped && !context.stopped()) {
    const from = next;
    const found = await searchCases(check, { seed, from, count: caseCount - from }, tally, context);
    if (found === undefined) break;
    const confirmed = await confirmCase(check, found, context);
    if (confirmed.confirmed || !isNoise(confirmed)) broken = confirmed;
    else tally.addIdle(`a connection was lost (${confirmed.finding.observed})`);
    next = from + found.index + 1;
  }
  return tally.report(check.rule, {
    durationMs: context.clock.nowMs() - beganMs,
    cutShort: context.stopped(),
    ...(broken === undefined ? {} : { broken }),
  });
}

/** A path counts them too, so every execution of a check must be given the same ones. */
export function examplesOf(check: AnyCheck): [unknown][] {
  return (check.examples ?? []).map((example) => [example]);
}

type FoundCase = Omit<BrokenCase, 'confirmed' | 'onReplay'> & { readonly index: number };

/** Runs cases in order until one breaks the rule, then looks for a smaller one while the shrink limit lasts. */
async function searchCases(
  check: AnyCheck,
  range: { readonly seed: number; readonly from: number; readonly count: number },
  tally: CaseTally,
  context: RunContext,
): Promise<FoundCase | undefined> {
  let invoked = 0;
  let smallest: CaseOutcome | undefined;
  let shrinkUntilMs = Number.POSITIVE_INFINITY;
  const property = fc.asyncProperty(check.input, async (input) => {
    if (smallest === undefined) invoked += 1;
    if (tally.stopped || context.stopped() || context.clock.nowMs() > shrinkUntilMs) return;
    if (smallest !== undefined && !context.mayShrink()) return;
    const outcome = await context.runCase(check, input);
    if (smallest === undefined) {
      const path = String(range.from + invoked - 1);
      tally.add(outcome, fc.stringify(input), { seed: range.seed, path });
      context.standing.take(context.history(outcome.exchanges), { check: check.rule, seed: range.seed, path });
    }
    if (outcome.end.kind !== 'broke') return;
    if (smallest === undefined) shrinkUntilMs = context.clock.nowMs() + context.shrinkLimitMs;
    smallest = outcome;
    throw new Violation(outcome.end.finding);
  });
  const details = await fc.check(property, {
    seed: range.seed,
    numRuns: range.count,
    examples: examplesOf(check),
    ...(range.from === 0 ? {} : { path: String(range.from) }),
  });
  if (!details.failed || smallest === undefined) return undefined;
  return foundCase(check.rule, range.seed, details, smallest, invoked - 1);
}

function foundCase(
  rule: string,
  seed: number,
  details: fc.RunDetails<[unknown]>,
  outcome: CaseOutcome,
  index: number,
): FoundCase {
  if (outcome.end.kind !== 'broke' || details.counterexamplePath === null) {
    throw new Error(`the search for a case of ${rule} ended without one`);
  }
  return {
    check: rule,
    seed,
    path: details.counterexamplePath,
    input: fc.stringify(details.counterexample?.[0]),
    shrinks: details.numShrinks,
    finding: outcome.end.finding,
    exchanges: outcome.exchanges,
    index,
  };
}

/** Runs the found case again, up to three times, until it breaks once more. */
async function confirmCase(check: AnyCheck, found: FoundCase, context: RunContext): Promise<BrokenCase> {
  const { index: _index, ...broken } = found;
  let seen = '';
  for (let count = 0; count < replays; count += 1) {
    const outcome = await replayCase(check, found, context);
    if (outcome?.end.kind === 'broke') {
      return { ...broken, finding: outcome.end.finding, exchanges: outcome.exchanges, confirmed: true };
    }
    seen = outcome === undefined ? 'the case did not run' : describeEnd(outcome);
  }
  return { ...broken, confirmed: false, onReplay: `${replays} replays did not break the rule: ${seen}` };
}

/** Generates the case of a seed and path again and runs it once. */
export async function replayCase(
  check: AnyCheck,
  where: { readonly seed: number; readonly path: string },
  context: Pick<RunContext, 'runCase'>,
): Promise<CaseOutcome | undefined> {
  let outcome: CaseOutcome | undefined;
  const property = fc.asyncProperty(check.input, async (input) => {
    outcome = await context.runCase(check, input);
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

function describeEnd(outcome: CaseOutcome): string {
  const end = outcome.end;
  switch (end.kind) {
    case 'held':
      return 'the rule held';
    case 'broke':
      return end.finding.observed;
    case 'setup-failed':
      return `a set-up step failed: ${end.what}`;
    case 'error':
      return end.message;
    default:
      return end.why;
  }
}

/** A break that never comes again, in a case that lost a connection, is the network's and not the target's. */
function isNoise(broken: BrokenCase): boolean {
  return broken.exchanges.some(
    ({ side, ending }) => side === 'request' && (ending === 'cut' || ending === 'refused' || ending === 'timeout'),
  );
}
