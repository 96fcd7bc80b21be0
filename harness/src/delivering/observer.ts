import { NotExercised, SetupFailed } from '../check/setup-failed.ts';
import type { RunClock } from '../clock/run-clock.ts';
import type { Recorder } from '../exchange/recorder.ts';
import type { RecordingClient } from '../exchange/recording-client.ts';
import { EffectPatience } from './effect-patience.ts';

/** An effect that comes late is looked for seldom: after a part of the time that it has taken so far. */
const lookAgain = { part: 0.05, leastMs: 50, mostMs: 1_000 };

/** Where the effects of events can be read: `GET {url}?event=ID` answers `{"count": N}`. */
export interface ObserverOptions {
  /** Undefined: the receiver has none. */
  readonly url: string | undefined;
  readonly client: RecordingClient;
  readonly clock: RunClock;
  readonly patience: EffectPatience;
}

/** Which effects are read. */
export interface WantedEffects {
  readonly eventIds: readonly string[];
  readonly sentinelId: string;
  /** True where some of the events need not have one: then they are not waited for. */
  readonly mayBeNone: boolean;
}

/** Reads effects once the sentinel's is there. What is not there by then may come later than what came after it, within its own minute. */
export async function readEffects(
  { url, client, clock, patience }: ObserverOptions,
  recorder: Recorder,
  { eventIds, sentinelId, mayBeNone }: WantedEffects,
): Promise<readonly number[]> {
  if (url === undefined) throw new NotExercised('no observer URL was given, so effects are out of sight');
  const count = async (id: string): Promise<number> => {
    const separator = url.includes('?') ? '&' : '?';
    const target = `${url}${separator}event=${encodeURIComponent(id)}`;
    const wire = { method: 'GET', url: target, headers: [], body: new Uint8Array(), limitMs: 5_000 };
    return countIn(await client.send(wire, recorder), target);
  };
  const beganMs = clock.nowMs();
  const { limitMs } = patience;
  const awaited = async (id: string): Promise<number> => {
    for (let looks = 1; ; looks += 1) {
      const found = await count(id);
      const afterMs = clock.nowMs() - beganMs;
      // What is there at the first look may have come while another was waited for.
      if (found > 0 && looks > 1) patience.came(afterMs);
      else if (found === 0 && afterMs > limitMs) patience.lost();
      if (found > 0 || afterMs > limitMs) return found;
      await clock.pause(Math.min(lookAgain.mostMs, Math.max(lookAgain.leastMs, afterMs * lookAgain.part)));
    }
  };
  if ((await awaited(sentinelId)) < 1)
    throw new SetupFailed(
      `the observer counted no effect of the genuine event ${sentinelId} within ${limitMs / 1000} s`,
    );
  const counts: number[] = [];
  for (const id of eventIds) counts.push(await (mayBeNone ? count(id) : awaited(id)));
  return counts;
}

/** How long a first effect is waited for. */
const lagLimitMs = 30_000;

/** How long a genuine event that was acknowledged takes to its effect, in ms, as far as can be seen in half a minute; undefined: it had none, or no observer counts. */
export async function effectLagMs(
  options: Omit<ObserverOptions, 'patience'>,
  recorder: Recorder,
  eventId: string,
): Promise<number | undefined> {
  const patience = new EffectPatience(lagLimitMs);
  const beganMs = options.clock.nowMs();
  try {
    await readEffects({ ...options, patience }, recorder, { eventIds: [], sentinelId: eventId, mayBeNone: true });
    return options.clock.nowMs() - beganMs;
  } catch (thrown) {
    if (thrown instanceof SetupFailed || thrown instanceof NotExercised) return undefined;
    throw thrown;
  }
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
