import type { CaseWorld } from '../check/case-world.ts';
import type { CaseCheck } from '../check/check.ts';
import { Disturbed, NotArranged, NotExercised, OpenForm, SetupFailed, Withheld } from '../check/setup-failed.ts';
import { Caution, Violation } from '../check/violation.ts';
import { type RunClock, withinLimit } from '../clock/run-clock.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { requestsIn } from '../exchange/requests-in.ts';
import type { CaseEnd, CaseOutcome } from './case-outcome.ts';
import { type Disturbance, disturbanceIn } from './disturbance.ts';
import type { OpenWorld, RequestKinds } from './run-options.ts';
import { unlessOver } from './unless-over.ts';

/** Leaves room for two of the longest waits of a check, which give a gateway 15 s each, and for the rest. */
const caseLimitMs = 35_000;
/** A target may be slow, or the machine: a case of many requests takes its time. */
const leastPerRequestMs = 500;
/** Further requests give a case no more time, so that one which never ends is cut. */
const mostCounted = 80;

/** What one attempt at a case left behind. */
export interface Attempt extends CaseOutcome {
  readonly disturbance: { readonly error: Disturbed; readonly of: Disturbance } | undefined;
  /** Why the case did not hold; undefined for one that held or that can't be arranged. */
  readonly thrown: Error | undefined;
  /** As `OpenWorld.requestKinds`. */
  readonly kinds: RequestKinds;
  /** Set where a request was not sent, because it makes the target go away. */
  readonly withheld: Withheld['crash'] | undefined;
}

/** What an attempt runs with. */
export interface AttemptMeans {
  readonly open: () => Promise<OpenWorld>;
  readonly clock: RunClock;
  /** Ends the case at once; its reason is what the case then comes to. */
  readonly over: AbortSignal;
  /** How long one request takes on this target, in ms; a slow one gets more time for each case. Default: no time. */
  readonly requestMs?: number;
}

/** Runs one case once, in a world of its own, within its limit. Never throws. */
export async function attemptCase<Input>(
  check: CaseCheck<Input, CaseWorld>,
  input: Input,
  means: AttemptMeans,
): Promise<Attempt> {
  const { open, clock, over } = means;
  const beganMs = clock.nowMs();
  const opening = open();
  let opened: OpenWorld;
  try {
    opened = await unlessOver(opening, over);
  } catch (error) {
    void opening.then((late) => late.close()).catch(() => undefined);
    return attemptOf(error, [], clock.nowMs() - beganMs);
  }
  const thrown = unlessLacking(await thrownBy(check, input, opened, means), opened.lacking?.());
  const kinds = opened.requestKinds?.() ?? new Map();
  const isHurried = opened.wasHurried?.() ?? false;
  const exchanges = await opened.close();
  const attempt = { ...attemptOf(thrown, exchanges, clock.nowMs() - beganMs), kinds, isHurried };
  return thrown === undefined || thrown instanceof Caution
    ? { ...attempt, end: heldEnd(check, opened, exchanges) }
    : attempt;
}

function attemptOf(thrown: unknown, exchanges: readonly Exchange[], durationMs: number): Attempt {
  const isDisturbed = thrown instanceof Disturbed;
  return {
    end: endOf(thrown),
    caution: thrown instanceof Caution ? thrown.finding : undefined,
    exchanges,
    durationMs,
    isHurried: false,
    disturbance: isDisturbed ? { error: thrown, of: disturbanceIn(thrown, exchanges) } : undefined,
    thrown: troubleIn(isDisturbed ? thrown.otherwise : thrown),
    kinds: new Map(),
    withheld: thrown instanceof Withheld ? thrown.crash : undefined,
  };
}

/**
 * What a case came to when it did not hold. A check need not look at each of its exchanges: whatever it threw may be due to what hit the case from
 * outside, or to a form of answers that the contract leaves open.
 */
async function thrownBy<Input>(
  check: CaseCheck<Input, CaseWorld>,
  input: Input,
  opened: OpenWorld,
  means: AttemptMeans,
): Promise<unknown | undefined> {
  const thrown = await decide(check, input, opened, means);
  const trouble = troubleIn(thrown);
  if (trouble === undefined || means.over.aborted) return thrown;
  const behind = opened.troubleBehind?.(trouble) ?? trouble;
  if (behind instanceof Disturbed || thrown instanceof Caution) return behind;
  const openForm = opened.openForm?.();
  const why = openForm === undefined ? undefined : await unlessOver(openForm, means.over).catch(() => undefined);
  return why === undefined ? behind : new OpenForm(why);
}

/** A case that was not exercised after something that it asked for could not be had is one that can't be arranged. */
function unlessLacking(thrown: unknown, lacking: string | undefined): unknown {
  if (!(thrown instanceof NotExercised) || lacking === undefined) return thrown;
  return new NotArranged(`${thrown.message}: ${lacking}`);
}

function troubleIn(thrown: unknown): Error | undefined {
  return thrown instanceof Error && !(thrown instanceof NotArranged) ? thrown : undefined;
}

async function decide<Input>(
  check: CaseCheck<Input, CaseWorld>,
  input: Input,
  opened: OpenWorld,
  { clock, over, requestMs = 0 }: AttemptMeans,
): Promise<unknown | undefined> {
  const perRequestMs = Math.max(leastPerRequestMs, Math.ceil(requestMs));
  const counted = () => Math.min(mostCounted, requestsIn(opened.world.exchanges()));
  const limitMs = () =>
    (check.caseLimitMs ?? caseLimitMs + perRequestMs * counted()) + Math.floor(opened.waitedMs?.() ?? 0);
  const late = () => new NotExercised(`the case did not end within ${limitMs()} ms`);
  try {
    const ends = opened.ended === undefined ? over : AbortSignal.any([over, opened.ended]);
    const work = unlessOver(check.decide(opened.world, input), ends);
    await withinLimit(clock, limitMs, work, late);
    return undefined;
  } catch (error) {
    return error ?? new Error('the check threw nothing');
  }
}

/** A case that exchanged nothing or stated nothing has shown nothing, nor has one whose failing endpoint was not asked. */
function heldEnd(
  { mayLeaveUnasked = false }: Pick<CaseCheck<unknown, CaseWorld>, 'mayLeaveUnasked'>,
  opened: OpenWorld,
  exchanges: readonly Exchange[],
): CaseEnd {
  const idle = whyIdle(opened, exchanges);
  if (idle !== undefined) return endOf(unlessLacking(new NotExercised(idle), opened.lacking?.()));
  const unasked = mayLeaveUnasked ? undefined : opened.unaskedFailure?.();
  return unasked === undefined ? { kind: 'held' } : { kind: 'not-exercised', why: unasked };
}

function whyIdle(opened: OpenWorld, exchanges: readonly Exchange[]): string | undefined {
  if (exchanges.length === 0) return 'the case exchanged nothing with the target';
  return opened.statements() === 0 ? 'the case stated nothing' : undefined;
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
