import { SetupFailed } from '../check/setup-failed.ts';
import type { Recorder } from '../exchange/recorder.ts';
import { type ObserverOptions, readCount, type WantedEvent } from './observer.ts';

/** Between two looks at how many of some events had effects, and how long that may stay the same, in ms. */
const roundMs = 30;
const standstillMs = 1_000;

/**
 * Whether these events, acknowledged together within so many ms, have their effects one after the other, as from a queue that takes its time for each.
 * Says false where too few of them have any, or no observer counts.
 */
export async function comeInTurn(
  { url, client, clock }: Omit<ObserverOptions, 'patience'>,
  recorder: Recorder,
  { events, withinMs }: { readonly events: readonly WantedEvent[]; readonly withinMs: number },
): Promise<boolean> {
  if (url === undefined) return false;
  const rounds: Round[] = [];
  try {
    for (;;) {
      const counts = await Promise.all(events.map(({ id }) => readCount({ url, client, clock }, recorder, id)));
      rounds.push({ atMs: clock.nowMs(), seen: counts.filter((count) => count > 0).length });
      if (isInTurn(rounds, withinMs)) return true;
      if (isOver(rounds, events.length)) return false;
      await clock.pause(roundMs);
    }
  } catch (thrown) {
    if (thrown instanceof SetupFailed) return false;
    throw thrown;
  }
}

/** How many of the events had an effect at a moment. */
interface Round {
  readonly atMs: number;
  readonly seen: number;
}

function isOver(rounds: readonly Round[], all: number): boolean {
  const last = rounds.at(-1);
  const since = rounds.find(({ seen }) => seen === last?.seen);
  return last?.seen === all || (last !== undefined && since !== undefined && last.atMs - since.atMs > standstillMs);
}

/** So many times more of them, over so much longer than they took to arrive: what comes in batches, or late, comes at once. */
const inTurn = { times: 4, ms: 300 };

function isInTurn(rounds: readonly Round[], withinMs: number): boolean {
  const grown = rounds.filter(({ seen }, place) => seen > (rounds[place - 1]?.seen ?? 0));
  const [first] = grown;
  const last = grown.at(-1);
  if (first === undefined || last === undefined || grown.length <= inTurn.times) return false;
  return last.atMs - first.atMs > withinMs + inTurn.ms;
}
