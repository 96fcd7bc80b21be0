import { isLoopback } from '../check/guarded.ts';
import { NotExercised, Withheld } from '../check/setup-failed.ts';
import { type RunClock, startRunClock } from '../clock/run-clock.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { createExchangeIds, createRecorder, type Recorder } from '../exchange/recorder.ts';
import { RecordingClient, type TlsMaterial } from '../exchange/recording-client.ts';
import { createRedactor } from '../exchange/redact.ts';
import { CrashLedger } from '../run/crash-ledger.ts';
import type { OpenWorld, ReachedTarget } from '../run/run-options.ts';
import { nothingSmoked } from '../run/smoke-report.ts';
import { type Closers, closingOnFailure } from '../target/closers.ts';
import { reach } from '../target/reach.ts';
import { clockOffsetMs } from './clock-offset.ts';
import type { Delivery, WebhookEvent } from './delivery.ts';
import { deliveryKinds } from './delivery-kinds.ts';
import { deliveryRequest } from './delivery-request.ts';
import { EffectPatience } from './effect-patience.ts';
import { comeInTurn } from './effects-in-turn.ts';
import { isTroubled } from './is-troubled.ts';
import { measureReceiver, type ReceiverPace, withEffectLag } from './measure-receiver.ts';
import { effectLagMs, readEffects } from './observer.ts';
import type { ReceiverWorld } from './receiver-world.ts';
import { Restarts } from './restarts.ts';
import { RetryPatience } from './retry-patience.ts';
import { sampleEvent } from './sample-event.ts';
import { Waits } from './waits.ts';

/** How a webhook receiver under test is reached; complete. */
export interface ReceiverOptions {
  readonly url: string;
  readonly prefix: string;
  /** The newest first; at least one. */
  readonly secrets: readonly [string, ...string[]];
  /** Where effects are counted; undefined: nowhere. */
  readonly observerUrl: string | undefined;
  /** The secret of another endpoint that the same receiver serves; undefined: not known. */
  readonly otherSecret?: string | undefined;
  /** A shell's command that restarts the receiver and ends once that is done, or what does it in this process; undefined: nothing can. */
  readonly restart?: string | (() => Promise<void>) | undefined;
  readonly tls: TlsMaterial;
  /** Longest wait for one answer, in ms; beyond the ten seconds of the contract. */
  readonly requestTimeoutMs: number;
  readonly runId: string;
  /** Fires when the user asks to stop. */
  readonly signal?: AbortSignal;
  /** Command-line arguments that reach the same receiver again, without secrets. */
  readonly arguments: readonly string[];
}

/** Longest wait for the first answer, in ms. */
const probeLimitMs = 10_000;

interface Means extends ReceiverOptions {
  readonly clock: RunClock;
  readonly client: RecordingClient;
  readonly nextExchangeId: () => string;
  /** Ours to the receiver's, in ms. */
  offsetMs: number;
  readonly patience: EffectPatience;
  readonly retries: RetryPatience;
  readonly restarts: Restarts;
  /** The deliveries that make the receiver go away. */
  readonly crashes: CrashLedger;
  pace: ReceiverPace;
}

/** A status says what becomes of a delivery, and a body may end when it likes (freedom F093). */
const bodyLimitMs = 300;

/** On this machine there is one clock, unless something only looks as if it was here. */
const noticeableOffsetMs = { here: 10_000, elsewhere: 2_000 };

/** Reaches a webhook receiver, so that a suite can be run against it. Throws `UnreachableError` when nothing answers, and `Interrupted`. */
export function openReceiver(options: ReceiverOptions): Promise<ReachedTarget> {
  return closingOnFailure((closers) => open(options, closers), options.signal);
}

async function open(options: ReceiverOptions, closers: Closers): Promise<ReachedTarget> {
  const clock = startRunClock();
  const client = new RecordingClient({ clock, tls: options.tls });
  closers.add(() => client.close());
  const means: Means = {
    ...options,
    clock,
    client,
    nextExchangeId: createExchangeIds(),
    offsetMs: 0,
    patience: new EffectPatience(),
    retries: new RetryPatience(),
    pace: { takesMany: true },
    crashes: new CrashLedger('The receiver goes away'),
    restarts: new Restarts({
      restart: options.restart,
      clock,
      answers: async () => isBack(await probe(options.requestTimeoutMs)),
    }),
  };
  const probe: (limitMs: number, url?: string) => Promise<Exchange> = (limitMs: number, url = options.url) =>
    client.send(
      {
        method: 'POST',
        url,
        headers: [['Content-Type', 'application/json']],
        body: Buffer.from('{}'),
        limitMs,
      },
      createRecorder(means.nextExchangeId),
    );
  const answered = await probe(probeLimitMs);
  // Not being signed, it may be refused by a closed connection. Who answered it at first and cuts it later is away behind something that still listens.
  const isThere = ({ response, ending }: Exchange) =>
    response !== undefined || (answered.ending === 'cut' && ending === 'cut');
  // What stands before a receiver that is not up yet, or a receiver that warms up, says so by a status.
  const isBack = (exchange: Exchange) => isThere(exchange) && (isTroubled(answered) || !isTroubled(exchange));
  // A receiver that lets its sender wait is there; how long it may take is for the rules to say.
  if (answered.ending !== 'timeout') await reach(options.url, (url, limitMs) => probe(limitMs, url), answered);
  const noticeable = noticeableOffsetMs[isLoopback(options.url) ? 'here' : 'elsewhere'];
  means.offsetMs = clockOffsetMs(answered, clock, noticeable);
  means.pace = await measure(means);
  const redactor = createRedactor();
  for (const secret of [...options.secrets, options.otherSecret ?? '']) redactor.add(secret, 'SECRET');
  return {
    record: {
      kind: 'receiver',
      baseUrl: options.url,
      prefix: options.prefix,
      capabilities: [],
      arguments: options.arguments,
    },
    capabilities: new Set(),
    clockScope: 'account',
    ...(means.pace.lanes === undefined ? {} : { lanes: means.pace.lanes }),
    openWorld: async (label) => {
      await means.restarts.enter();
      return openReceiverWorld(means, label);
    },
    alive: async (limitMs) => isThere(await probe(limitMs)),
    ...(options.restart === undefined ? {} : { revive: () => means.restarts.revive() }),
    mayRefuseByClosing: true,
    crashes: means.crashes,
    // The rules decide whether it accepts genuine deliveries and refuses forged ones.
    smoke: async () => nothingSmoked,
    redact: (text) => redactor.redact(text),
    close: () => closers.close(),
  };
}

async function measure(means: Means): Promise<ReceiverPace> {
  const recorder = createRecorder(means.nextExchangeId);
  const signal = means.signal ?? new AbortController().signal;
  const events: WebhookEvent[] = [];
  const answeredAtMs: number[] = [];
  const pace = await measureReceiver(async () => {
    const nowMs = means.clock.wallMs() + means.offsetMs;
    const name = `pace-${means.runId}-${events.length + 1}`;
    const event = sampleEvent('job.succeeded', { name, nowMs });
    events.push(event);
    const exchange = await send(means, recorder, signal, { event }, { nowS: nowMs / 1000, deliveryId: `whd_${name}` });
    answeredAtMs.push(means.clock.nowMs());
    return exchange;
  });
  // One that is not acknowledged is sent alone, and has no effect.
  const [first, ...others] = events;
  if (first === undefined || events.length < 2 || !pace.takesMany) return pace;
  const observer = { ...means, url: means.observerUrl };
  const lagMs = await effectLagMs(observer, recorder, first);
  const [, begunMs = 0] = answeredAtMs;
  const withinMs = (answeredAtMs.at(-1) ?? 0) - begunMs;
  // What is delivered faster than its queue takes it would have its effects minutes later.
  if (lagMs !== undefined && (await comeInTurn(observer, recorder, { events: others, withinMs })))
    return { takesMany: false };
  return withEffectLag(pace, lagMs);
}

function openReceiverWorld(means: Means, label: string): OpenWorld<ReceiverWorld> {
  const recorder = createRecorder(means.nextExchangeId);
  const over = new AbortController();
  const kinds = new Map<string, readonly string[]>();
  let names = 0;
  let statements = 0;
  const waits = new Waits(means.clock);
  const unique = (what: string) => {
    names += 1;
    return `${what}-${means.runId}-${label}-${names}`;
  };
  const nowS = () => (means.clock.wallMs() + means.offsetMs) / 1000;
  const world: ReceiverWorld = {
    prefix: means.prefix,
    secrets: means.secrets,
    otherSecret() {
      if (means.otherSecret === undefined)
        throw new NotExercised('the secret of another endpoint of the receiver is not known; --other-secret names it');
      return means.otherSecret;
    },
    restart: (before) => means.restarts.restart(before),
    alone: (work) => means.restarts.alone(work),
    takesMany: means.pace.takesMany,
    retries: means.retries,
    turnsAway: means.pace.turnsAway ?? false,
    clockMarginS: isLoopback(means.url) ? 0 : 2,
    nowS,
    unique,
    exchanges: () => recorder.exchanges(),
    stated: () => {
      statements += 1;
    },
    async untilFraction(from, to) {
      const fraction = nowS() % 1;
      if (fraction >= from && fraction < to) return;
      await means.clock.pause(((from - fraction + 1) % 1) * 1000 + 1);
    },
    pause: (ms) => means.clock.pause(ms),
    event: (type = 'job.succeeded') => sampleEvent(type, { name: unique('Gp'), nowMs: nowS() * 1000 }),
    async deliver(delivery) {
      const sent = await send(means, recorder, over.signal, delivery, {
        nowS: nowS(),
        deliveryId: `whd_${unique('gp')}`,
      });
      // Silence is for the rules: that deliveries of a kind get no answer is no reason to send no more of them.
      if (sent.ending !== 'timeout') kinds.set(sent.id, kindsOf(means, sent.request));
      return sent;
    },
    effects: (events, sentinel, { mayBeNone = false } = {}) =>
      waits.during(readEffects({ ...means, url: means.observerUrl }, recorder, { events, sentinel, mayBeNone })),
  };
  const close = async () => {
    over.abort();
    means.restarts.leave();
    return recorder.close();
  };
  return { world, statements: () => statements, requestKinds: () => kinds, waitedMs: () => waits.totalMs(), close };
}

function kindsOf({ prefix, secrets, otherSecret }: Means, sent: Pick<Exchange['request'], 'headers' | 'body'>) {
  return deliveryKinds(sent, { prefix, secrets: [...secrets, ...(otherSecret === undefined ? [] : [otherSecret])] });
}

function send(
  means: Means,
  recorder: Recorder,
  signal: AbortSignal,
  delivery: Delivery,
  defaults: { readonly nowS: number; readonly deliveryId: string },
): Promise<Exchange> {
  const { headers, body } = deliveryRequest(delivery, { ...defaults, prefix: means.prefix, secret: means.secrets[0] });
  const crash = means.crashes.withheld(kindsOf(means, { headers, body }));
  if (crash !== undefined) throw new Withheld(crash);
  const { pieceBytes, ownConnection = false } = delivery;
  return means.client.send(
    {
      method: 'POST',
      url: means.url,
      headers,
      body,
      limitMs: means.requestTimeoutMs,
      bodyLimitMs,
      signal,
      ownConnection,
      ...(pieceBytes === undefined ? {} : { pieceBytes }),
    },
    recorder,
  );
}
