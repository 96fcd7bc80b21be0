import { NotExercised, SetupFailed } from '../check/setup-failed.ts';
import type { RunClock } from '../clock/run-clock.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Recorder } from '../exchange/recorder.ts';
import type { RecordingClient } from '../exchange/recording-client.ts';
import type { WebhookEvent } from './delivery.ts';
import { EffectPatience } from './effect-patience.ts';
import { isTroubled } from './is-troubled.ts';

/** An effect that comes late is looked for seldom: after a part of the time that it has taken so far. */
const lookAgain = { part: 0.05, leastMs: 50, mostMs: 1_000 };

/** An observer that is away or busy is asked again, for so long. */
const trouble = { lookAgainMs: 500, limitMs: 10_000 };

const isAway = (exchange: Pick<Exchange, 'response'>): boolean =>
  exchange.response === undefined || isTroubled(exchange);

/** Where the effects of events can be read: `GET {url}?event=ID` answers `{"count": N}`. */
export interface ObserverOptions {
  /** Undefined: the receiver has none. */
  readonly url: string | undefined;
  readonly client: RecordingClient;
  readonly clock: RunClock;
  readonly patience: EffectPatience;
}

/** The observer gave no count: nothing is known of the receiver. */
export class ObserverUnreadable extends SetupFailed {}

export type WantedEvent = Pick<WebhookEvent, 'id' | 'type'>;

/** Which effects are read. */
export interface WantedEffects {
  readonly events: readonly WantedEvent[];
  readonly sentinel: WantedEvent;
  /** True where some of the events need not have one: then they are not waited for. */
  readonly mayBeNone: boolean;
}

/** Reads effects once the sentinel's is there. What is not there by then may come later than what came after it, within its own minute. */
export async function readEffects(
  { url, client, clock, patience }: ObserverOptions,
  recorder: Recorder,
  { events, sentinel, mayBeNone }: WantedEffects,
): Promise<readonly number[]> {
  if (url === undefined) throw new NotExercised('no observer URL was given, so effects are out of sight');
  const count = (id: string) => readCount({ url, client, clock }, recorder, id);
  const beganMs = clock.nowMs();
  const awaited = async ({ id, type }: WantedEvent): Promise<number> => {
    const limitMs = patience.limitMs(type);
    for (let looks = 1; ; looks += 1) {
      const found = await count(id);
      const afterMs = clock.nowMs() - beganMs;
      // What is there at the first look may have come while another was waited for.
      if (found > 0) patience.came(type, looks > 1 ? afterMs : undefined);
      else if (afterMs > limitMs) patience.lost(type);
      if (found > 0 || afterMs > limitMs) return found;
      await clock.pause(Math.min(lookAgain.mostMs, Math.max(lookAgain.leastMs, afterMs * lookAgain.part)));
    }
  };
  const limitMs = patience.limitMs(sentinel.type);
  if ((await awaited(sentinel)) < 1)
    throw new SetupFailed(
      `the observer counted no effect of the genuine event ${sentinel.id} within ${limitMs / 1000} s`,
    );
  const counts: number[] = [];
  for (const event of events) counts.push(await (mayBeNone ? count(event.id) : awaited(event)));
  return counts;
}

type Reached = Omit<ObserverOptions, 'patience' | 'url'> & { readonly url: string };

/** How many effects an event had; throws `ObserverUnreadable` where none is told. */
export async function readCount({ url, client, clock }: Reached, recorder: Recorder, id: string): Promise<number> {
  const separator = url.includes('?') ? '&' : '?';
  const target = `${url}${separator}event=${encodeURIComponent(id)}`;
  const wire = { method: 'GET', url: target, headers: [], body: new Uint8Array(), limitMs: 5_000 };
  const untilMs = clock.nowMs() + trouble.limitMs;
  let exchange = await client.send(wire, recorder);
  while (isAway(exchange) && clock.nowMs() < untilMs) {
    await clock.pause(trouble.lookAgainMs);
    exchange = await client.send(wire, recorder);
  }
  return countIn(exchange, target);
}

/** How long a first effect is waited for. */
const lagLimitMs = 30_000;

/** How long a genuine event that was acknowledged takes to its effect, in ms, as far as can be seen in half a minute; undefined: it had none, or no observer counts. */
export async function effectLagMs(
  options: Omit<ObserverOptions, 'patience'>,
  recorder: Recorder,
  sentinel: WantedEvent,
): Promise<number | undefined> {
  const patience = new EffectPatience(lagLimitMs);
  const beganMs = options.clock.nowMs();
  try {
    await readEffects({ ...options, patience }, recorder, { events: [], sentinel, mayBeNone: true });
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
  throw new ObserverUnreadable(`the observer at ${url} did not answer {"count": N} with status 200`, {
    exchanges: [exchange.id],
  });
}
