import type { CaseWorld } from '../check/case-world.ts';
import type { Check } from '../check/check.ts';
import { Disturbed, NotArranged, NotExercised, SetupFailed } from '../check/setup-failed.ts';
import { Caution, Violation } from '../check/violation.ts';
import { type RunClock, withinLimit } from '../clock/run-clock.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { CaseEnd, CaseOutcome } from './case-outcome.ts';
import type { OpenWorld } from './run-options.ts';

const defaultCaseLimitMs = 15_000;

/** What one attempt at a case left behind; a disturbance is told apart by the request that it hit. */
export interface Attempt extends CaseOutcome {
  readonly disturbance: { readonly error: Disturbed; readonly ordinal: number } | undefined;
}

/** Runs one case once, in a world of its own, within its limit. Never throws. */
export async function attemptCase<Input>(
  check: Check<Input, CaseWorld>,
  input: Input,
  open: () => Promise<OpenWorld>,
  clock: RunClock,
): Promise<Attempt> {
  const beganMs = clock.nowMs();
  let opened: OpenWorld;
  try {
    opened = await open();
  } catch (error) {
    const end = endOf(error);
    return { end, caution: undefined, exchanges: [], durationMs: clock.nowMs() - beganMs, disturbance: undefined };
  }
  const thrown = await decide(check, input, opened, clock);
  const exchanges = await opened.close();
  const caution = thrown instanceof Caution ? thrown.finding : undefined;
  return {
    end: thrown === undefined || caution !== undefined ? heldEnd(opened, exchanges) : endOf(thrown),
    caution,
    exchanges,
    durationMs: clock.nowMs() - beganMs,
    disturbance:
      thrown instanceof Disturbed ? { error: thrown, ordinal: ordinalOf(thrown.exchange, exchanges) } : undefined,
  };
}

async function decide<Input>(
  check: Check<Input, CaseWorld>,
  input: Input,
  opened: OpenWorld,
  clock: RunClock,
): Promise<unknown | undefined> {
  const limitMs = check.caseLimitMs ?? defaultCaseLimitMs;
  try {
    await withinLimit(
      clock,
      limitMs,
      check.decide(opened.world, input),
      () => new NotExercised(`the case did not end within ${limitMs} ms`),
    );
    return undefined;
  } catch (error) {
    return error ?? new Error('the check threw nothing');
  }
}

/** A case that exchanged nothing or stated nothing has shown nothing. */
function heldEnd(opened: OpenWorld, exchanges: readonly Exchange[]): CaseEnd {
  if (exchanges.length === 0 && (opened.acts?.() ?? 0) === 0)
    return { kind: 'not-exercised', why: 'the case exchanged nothing with the target' };
  if (opened.statements() === 0) return { kind: 'not-exercised', why: 'the case stated nothing' };
  return { kind: 'held' };
}

/** Sorts what a case threw. Anything that is not a word of the check language is a fault of the harness. */
export function endOf(error: unknown): CaseEnd {
  if (error instanceof Violation) return { kind: 'broke', finding: error.finding };
  if (error instanceof SetupFailed) {
    return { kind: 'setup-failed', what: error.message, prerequisite: error.prerequisite };
  }
  if (error instanceof NotExercised) return { kind: 'not-exercised', why: error.message };
  if (error instanceof NotArranged) return { kind: 'not-arranged', why: error.message };
  if (error instanceof Disturbed) return { kind: 'disturbed', why: error.message };
  if (error instanceof Caution) return { kind: 'held' };
  return { kind: 'error', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

function ordinalOf(exchangeId: string, exchanges: readonly Exchange[]): number {
  return exchanges.filter((exchange) => exchange.side === 'request').findIndex(({ id }) => id === exchangeId);
}
