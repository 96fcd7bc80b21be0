import { costOf } from '../budget/prioritise.ts';
import type { CaseWorld } from '../check/case-world.ts';
import type { Check } from '../check/check.ts';
import { Disturbed, NotArranged, NotExercised, OpenForm, SetupFailed } from '../check/setup-failed.ts';
import { Caution, Violation } from '../check/violation.ts';
import { type RunClock, withinLimit } from '../clock/run-clock.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { CaseEnd, CaseOutcome } from './case-outcome.ts';
import type { OpenWorld } from './run-options.ts';

/** Leaves room for one of the longest waits of a check, which give a gateway 15 s, and for the rest. */
const caseLimitMs = 25_000;
/** A target may be slow, or the machine: a case of many requests takes its time. */
const perRequestMs = 500;
/** Stands for the place of a request in its case where none was hit: the testbed was. */
export const noRequest = -1;
/** The same where nothing of the target was hit: this process stood still. */
export const ourselves = Number.MIN_SAFE_INTEGER;

/** What one attempt at a case left behind; a disturbance is told apart by the request that it hit. */
export interface Attempt extends CaseOutcome {
  readonly disturbance: { readonly error: Disturbed; readonly ordinal: number } | undefined;
  /** Why the case came to no good; undefined for one that held or that can't be arranged. */
  readonly thrown: Error | undefined;
}

/** Runs one case once, in a world of its own, within its limit; `over` ends it at once. Never throws. */
export async function attemptCase<Input>(
  check: Check<Input, CaseWorld>,
  input: Input,
  open: () => Promise<OpenWorld>,
  clock: RunClock,
  over: AbortSignal,
): Promise<Attempt> {
  const beganMs = clock.nowMs();
  let opened: OpenWorld;
  try {
    opened = await open();
  } catch (error) {
    const end = endOf(error);
    const disturbance = error instanceof Disturbed ? { error, ordinal: noRequest } : undefined;
    return {
      end,
      caution: undefined,
      exchanges: [],
      durationMs: clock.nowMs() - beganMs,
      disturbance,
      thrown: troubleIn(error),
    };
  }
  const thrown = await unlessOpenForm(await decide(check, input, opened, { clock, over }), opened);
  const disturbed = disturbanceBehind(thrown, opened);
  const exchanges = await opened.close();
  const caution = thrown instanceof Caution ? thrown.finding : undefined;
  return {
    end: endWith(disturbed ?? thrown, opened, exchanges),
    caution,
    exchanges,
    durationMs: clock.nowMs() - beganMs,
    disturbance:
      disturbed === undefined ? undefined : { error: disturbed, ordinal: ordinalOf(disturbed.exchange, exchanges) },
    thrown: troubleIn(thrown),
  };
}

function endWith(thrown: unknown, opened: OpenWorld, exchanges: readonly Exchange[]): CaseEnd {
  return thrown === undefined || thrown instanceof Caution ? heldEnd(opened, exchanges) : endOf(thrown);
}

/** A check need not look at each of its exchanges: whatever came of a case that something hit from outside may be due to that. */
function disturbanceBehind(thrown: unknown, opened: OpenWorld): Disturbed | undefined {
  const trouble = troubleIn(thrown);
  if (trouble === undefined) return undefined;
  if (opened.disturbance !== undefined) return opened.disturbance(trouble);
  return trouble instanceof Disturbed ? trouble : undefined;
}

/** What a case threw, or that it can't be arranged where the target answers in a form that the contract leaves open. */
async function unlessOpenForm(thrown: unknown, opened: OpenWorld): Promise<unknown> {
  if (troubleIn(thrown) === undefined || thrown instanceof Caution || thrown instanceof Disturbed) return thrown;
  const why = await opened.openForm?.();
  return why === undefined ? thrown : new OpenForm(why);
}

function troubleIn(thrown: unknown): Error | undefined {
  return thrown instanceof Error && !(thrown instanceof NotArranged) ? thrown : undefined;
}

async function decide<Input>(
  check: Check<Input, CaseWorld>,
  input: Input,
  opened: OpenWorld,
  { clock, over }: { readonly clock: RunClock; readonly over: AbortSignal },
): Promise<unknown | undefined> {
  const limitMs = check.caseLimitMs ?? caseLimitMs + perRequestMs * costOf(check);
  const late = () => new NotExercised(`the case did not end within ${limitMs} ms`);
  try {
    const work = untilOver(check.decide(opened.world, input), over);
    await withinLimit(clock, limitMs, work, late);
    return undefined;
  } catch (error) {
    return error ?? new Error('the check threw nothing');
  }
}

/** As `work`, but rejects as soon as the run is over. The work itself ends with its world. */
function untilOver(work: Promise<void>, over: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new NotExercised('the run ended first'));
    if (over.aborted) end();
    over.addEventListener('abort', end, { once: true });
    work.then(resolve, reject).finally(() => over.removeEventListener('abort', end));
  });
}

/** A case that exchanged nothing or stated nothing has shown nothing. */
function heldEnd(opened: OpenWorld, exchanges: readonly Exchange[]): CaseEnd {
  if (exchanges.length === 0) return { kind: 'not-exercised', why: 'the case exchanged nothing with the target' };
  if (opened.statements() === 0) return { kind: 'not-exercised', why: 'the case stated nothing' };
  return { kind: 'held' };
}

/** Sorts what a case threw. Anything that is not a word of the check language is a fault of the harness. */
export function endOf(error: unknown): CaseEnd {
  if (error instanceof Violation) return { kind: 'broke', finding: error.finding };
  if (error instanceof SetupFailed) {
    return { kind: 'setup-failed', what: error.message, prerequisite: error.prerequisite, shownBy: error.exchanges };
  }
  if (error instanceof NotExercised) return { kind: 'not-exercised', why: error.message };
  if (error instanceof OpenForm) return { kind: 'open-form', why: error.message };
  if (error instanceof NotArranged) return { kind: 'not-arranged', why: error.message };
  if (error instanceof Disturbed) return { kind: 'disturbed', why: error.message };
  if (error instanceof Caution) return { kind: 'held' };
  return { kind: 'error', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

function ordinalOf(exchangeId: string, exchanges: readonly Exchange[]): number {
  return exchanges.filter((exchange) => exchange.side === 'request').findIndex(({ id }) => id === exchangeId);
}
