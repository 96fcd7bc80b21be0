import {
  controlThat,
  type Delivery,
  Disturbed,
  describeAnswer,
  type EventType,
  type Exchange,
  eventTypes,
  expectAnswer,
  expectThat,
  headerOf,
  isTroubled,
  type ReceiverWorld,
  SetupFailed,
  Violation,
} from '@gateproof/harness';
import { limitOf, secondMs } from '@gateproof/spec';

const tenSecondsMs = limitOf('webhook response time') * secondMs;
/** A receiver that answers later than this is not asked one after the other. */
const slowMs = 1_000;

/** Whether an exchange is an acknowledgement: any 2xx within ten seconds (Receiver obligations, 1). */
export function isAcknowledged({ response, request }: Exchange): boolean {
  if (response === undefined) return false;
  return response.status >= 200 && response.status < 300 && response.headersAtMs - request.atMs <= tenSecondsMs;
}

/** Whether the receiver closed the connection without an answer: to whoever sends, that is no acknowledgement. */
export function isClosed({ response, ending }: Exchange): boolean {
  return response === undefined && ending === 'cut';
}

/** What was answered, and when, where that was too late. */
function describeTimedAnswer(exchange: Exchange): string {
  const { request, response } = exchange;
  const ms = response === undefined ? 0 : response.headersAtMs - request.atMs;
  return ms > tenSecondsMs
    ? `${describeAnswer(exchange)} after ${(ms / secondMs).toFixed(1)} s`
    : describeAnswer(exchange);
}

/** States that the receiver acknowledged a genuine delivery. `what` says what is particular about it. */
export function expectAcknowledged(world: ReceiverWorld, exchange: Exchange, what: string): void {
  const expected = `${what} to be answered with a 2xx within ten seconds`;
  expectAnswer(world, exchange, [], expected);
  const finding = {
    expected,
    observed: describeTimedAnswer(exchange),
    exchanges: [exchange.id],
  };
  unlessTroubled(exchange, new Violation(finding));
  expectThat(world, isAcknowledged(exchange), finding);
}

/** Trouble now and then is tolerated (freedom F154): the case is tried again, and `otherwise` counts where the trouble lasts. */
function unlessTroubled(exchange: Exchange, otherwise: Error): void {
  if (!isTroubled(exchange)) return;
  throw new Disturbed(`a genuine delivery was answered ${exchange.response?.status}`, {
    exchange: exchange.id,
    otherwise,
  });
}

/** Fewer than a gateway's, and so many that one in five turned away leaves none undelivered. */
const mostTries = 7;

/** After so many tries at once a sender waits, longer each time: the receiver may be busy with what others send, or may just have begun. */
const atOnce = 2;
const firstGapMs = 250;

/** Longest wait for a receiver that asks to come again later, in ms: a gateway waits for minutes. */
const mostAskedMs = 3_000;

/**
 * Delivers as a gateway does: what is refused for trouble now and then comes again, the same event with a signature of its own, and after as long as the
 * receiver asked for.
 */
export async function deliverPersistently(world: ReceiverWorld, delivery: Delivery): Promise<Exchange> {
  let exchange = await world.deliver(delivery);
  if (!isTroubled(exchange)) return exchange;
  for (let tries = 1; tries < mostTries && isTroubled(exchange); tries += 1) {
    const askedMs = (Number(headerOf(exchange, 'retry-after')) || 0) * secondMs;
    const waits = tries > atOnce && (!world.takesMany || world.retries.helps());
    const gapMs = waits ? firstGapMs * 2 ** (tries - atOnce - 1) : 0;
    const waitMs = Math.max(gapMs, Math.min(askedMs, mostAskedMs));
    if (waitMs > 0) await world.pause(waitMs);
    exchange = await world.deliver(delivery);
  }
  world.retries.ended(!isTroubled(exchange));
  return exchange;
}

/** A plain genuine delivery of the type is acknowledged; otherwise the case can't distinguish a refusal from a receiver that refuses all of these. */
export async function controlGenuine(world: ReceiverWorld, type: EventType = 'job.succeeded'): Promise<void> {
  controlAcknowledged(await deliverPersistently(world, { event: world.event(type) }), type);
}

/** The rule that plain genuine events of the type are acknowledged. */
export const genuineRuleOf = (type: EventType): string => type.replace('job.', 'receiver.genuine.');

/** A plain genuine delivery of the type was acknowledged; otherwise `SetupFailed`. */
export function controlAcknowledged(exchange: Exchange, type: EventType = 'job.succeeded'): void {
  const what = `a plain genuine ${type} is not acknowledged: ${describeTimedAnswer(exchange)}`;
  const prerequisite = genuineRuleOf(type);
  unlessTroubled(exchange, new SetupFailed(what, { prerequisite, exchanges: [exchange.id] }));
  controlThat(isAcknowledged(exchange), what, prerequisite);
}

/** A delivery signed with a secret that nobody has is refused; otherwise an acknowledgement says nothing. */
export async function controlForged(world: ReceiverWorld): Promise<void> {
  const exchange = await world.deliver({ event: world.event(), secret: `whsec_${world.unique('nobody')}` });
  const status = exchange.response?.status;
  controlThat(
    isClosed(exchange) || (status !== undefined && (status < 200 || status >= 300)),
    `a delivery signed with another secret is not refused: ${describeAnswer(exchange)}`,
    'receiver.forged.wrong-secret',
  );
}

/** The receiver acknowledges plain genuine deliveries of the type and refuses forged ones: only then a further acknowledgement says something. */
export async function controlVerifies(world: ReceiverWorld, type?: EventType): Promise<void> {
  await Promise.all([controlGenuine(world, type), controlForged(world)]);
}

/**
 * Sends deliveries one after the other, or the rest of them together once a receiver that takes many at once has shown that it takes its time: it may need
 * ten seconds for each.
 */
export async function deliverAll(world: ReceiverWorld, deliveries: readonly Delivery[]): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = [];
  for (const [place, delivery] of deliveries.entries()) {
    const exchange = await deliverPersistently(world, delivery);
    exchanges.push(exchange);
    const { response, request } = exchange;
    if (!world.takesMany || (response !== undefined && response.headersAtMs - request.atMs < slowMs)) continue;
    const rest = await Promise.all(deliveries.slice(place + 1).map((one) => deliverPersistently(world, one)));
    return [...exchanges, ...rest];
  }
  return exchanges;
}

/** Sends a genuine delivery that is special in some way to a receiver that verifies, and states that it is acknowledged. */
export async function acknowledges(world: ReceiverWorld, delivery: Delivery, what: string): Promise<Exchange> {
  await controlVerifies(
    world,
    eventTypes.find((type) => type === delivery.event.type),
  );
  const exchange = await deliverPersistently(world, delivery);
  expectAcknowledged(world, exchange, what);
  return exchange;
}
