import { NotExercised, SetupFailed } from '../check/setup-failed.ts';
import type { RunClock } from '../clock/run-clock.ts';
import type { Recorder } from '../exchange/recorder.ts';
import type { RecordingClient } from '../exchange/recording-client.ts';

/** An effect may come any time within a minute after the acknowledgement (freedom F154). */
const firstLimitMs = 60_000;
/** Where one did not come in time, the others are not waited for so long. */
const laterLimitMs = 5_000;

/** How long the effects of one run are waited for; it learns. */
export interface EffectPatience {
  limitMs: number;
}

export function newEffectPatience(): EffectPatience {
  return { limitMs: firstLimitMs };
}
const lookAgainMs = 50;

/** Where the effects of events can be read: `GET {url}?event=ID` answers `{"count": N}`. */
export interface ObserverOptions {
  /** Undefined: the receiver has none. */
  readonly url: string | undefined;
  readonly client: RecordingClient;
  readonly clock: RunClock;
  readonly patience: EffectPatience;
}

/** Reads effects once the sentinel's is there. */
export async function readEffects(
  { url, client, clock, patience }: ObserverOptions,
  recorder: Recorder,
  eventIds: readonly string[],
  sentinelId: string,
): Promise<readonly number[]> {
  if (url === undefined) throw new NotExercised('no observer URL was given, so effects are out of sight');
  const count = async (id: string): Promise<number> => {
    const separator = url.includes('?') ? '&' : '?';
    const target = `${url}${separator}event=${encodeURIComponent(id)}`;
    const wire = { method: 'GET', url: target, headers: [], body: new Uint8Array(), limitMs: 5_000 };
    return countIn(await client.send(wire, recorder), target);
  };
  const { limitMs } = patience;
  const untilMs = clock.nowMs() + limitMs;
  while ((await count(sentinelId)) < 1) {
    if (clock.nowMs() > untilMs) {
      patience.limitMs = laterLimitMs;
      throw new SetupFailed(
        `the observer counted no effect of the genuine event ${sentinelId} within ${limitMs / 1000} s`,
      );
    }
    await clock.pause(lookAgainMs);
  }
  const counts: number[] = [];
  for (const id of eventIds) counts.push(await count(id));
  return counts;
}

function countIn(exchange: Awaited<ReturnType<RecordingClient['send']>>, url: string): number {
  const { response } = exchange;
  try {
    const { count } = JSON.parse(Buffer.from(response?.body ?? []).toString()) as { count?: unknown };
    if (response?.status === 200 && typeof count === 'number') return count;
  } catch {
    // Reported below, with everything else that is no count.
  }
  throw new SetupFailed(`the observer at ${url} did not answer {"count": N} with status 200`, {
    exchanges: [exchange.id],
  });
}
