import { Disturbed, NotExercised } from '../check/setup-failed.ts';
import type { RunClock } from '../clock/run-clock.ts';
import { type Attempt, noRequest } from './run-case.ts';
import type { ReachedTarget } from './run-options.ts';
import { Turnstile } from './turnstile.ts';

/** The end of a process is seen a little later than the connections that it takes along, in ms. */
const settleMs = 30;
const aliveLimitMs = 2_000;

/**
 * Keeps a target that ends in the middle of the run from accusing the wrong rule. What a case saw while the target ended counts as disturbed; it
 * is tried again while no other case runs, so that a target which ends once more ends by this case's own doing.
 */
export function retryAfterTargetRestart(
  target: ReachedTarget,
  clock: RunClock,
): (attempt: () => Promise<Attempt>) => () => Promise<Attempt> {
  const { deaths } = target;
  if (deaths === undefined) return (attempt) => attempt;
  const turnstile = new Turnstile();
  let survived = 0;
  const awaken = async () => {
    const count = deaths();
    if (count !== survived && (await target.alive(aliveLimitMs))) survived = count;
  };
  return (attempt) => {
    let deathsAtFirst: number | undefined;
    let count = 0;
    return () => {
      count += 1;
      deathsAtFirst ??= deaths();
      const isAlone = deaths() !== deathsAtFirst;
      const watched = async () => {
        await awaken();
        const before = deaths();
        const seen = await attempt();
        if (seen.end.kind !== 'held') await clock.pause(settleMs);
        return seen.end.kind === 'held' || deaths() === before ? seen : interrupted(seen, isAlone, count);
      };
      return isAlone ? turnstile.alone(watched) : turnstile.beside(watched);
    };
  };
}

/** A request that was lost in the company of other cases tells nothing of this one, nor does anything else that was seen. */
function interrupted(seen: Attempt, isAlone: boolean, count: number): Attempt {
  if (isAlone && seen.disturbance !== undefined) return seen;
  const what = 'the target ended in the middle of the case';
  const error = new Disturbed(what, { exchange: '', otherwise: new NotExercised(what) });
  return { ...seen, end: { kind: 'disturbed', why: what }, disturbance: { error, ordinal: noRequest - count } };
}
