import {
  type EventType,
  eventTypes,
  expectThat,
  NotExercised,
  ObserverUnreadable,
  type ReceiverWorld,
  SetupFailed,
  type WebhookEvent,
} from '@gateproof/harness';
import { controlAcknowledged, controlGenuine, deliverPersistently, isAcknowledged } from './acknowledged.ts';

/**
 * How often each event had an effect, read once another genuine event has had one that was delivered after them. Throws `NotExercised` where one had none,
 * and plain events of its type have none either: what a receiver does about a type is its own business, and the other types decide.
 */
export async function effectsOf(
  world: ReceiverWorld,
  events: readonly WebhookEvent[],
  how: { readonly mayBeNone?: boolean } = {},
): Promise<readonly number[]> {
  const sentinel = await acknowledgedSentinel(world, events[0]?.type);
  const counts = await countsBefore(world, events, sentinel, how);
  const unhandled = new Set(events.flatMap(({ type }, place) => (counts[place] === 0 ? [type] : [])));
  for (const type of eventTypes.filter((one) => one !== sentinel.type && unhandled.has(one))) {
    const plain = world.event(type);
    controlAcknowledged(await deliverPersistently(world, { event: plain }), type);
    const [count] = await countsBefore(world, [plain], await acknowledgedSentinel(world, type));
    if (count === 0) throw withoutEffect(type);
  }
  return counts;
}

function withoutEffect(type: string): NotExercised {
  return new NotExercised(`plain events of type ${type} have no effect that is counted`);
}

async function countsBefore(
  world: ReceiverWorld,
  events: readonly WebhookEvent[],
  sentinel: WebhookEvent,
  how: { readonly mayBeNone?: boolean } = {},
): Promise<readonly number[]> {
  try {
    return await world.effects(events, sentinel, how);
  } catch (thrown) {
    if (!(thrown instanceof SetupFailed) || thrown instanceof ObserverUnreadable) throw thrown;
    throw new SetupFailed(thrown.message, {
      prerequisite: 'receiver.duplicate.distinct-events',
      exchanges: thrown.exchanges,
    });
  }
}

/** An acknowledged event: a job.succeeded, or one of the other type where the receiver refuses those. */
async function acknowledgedSentinel(world: ReceiverWorld, otherType: string | undefined): Promise<WebhookEvent> {
  const sentinel = world.event();
  const exchange = await deliverPersistently(world, { event: sentinel });
  const type = eventTypes.find((one) => one === otherType);
  if (isAcknowledged(exchange) || type === undefined) {
    controlAcknowledged(exchange);
    return sentinel;
  }
  const other = world.event(type);
  controlAcknowledged(await deliverPersistently(world, { event: other }), type);
  return other;
}

/** An event that comes again in some way has one effect. */
export async function expectOneEffect(
  world: ReceiverWorld,
  type: EventType,
  { what, again }: { readonly what: string; again(world: ReceiverWorld, event: WebhookEvent): Promise<unknown> },
): Promise<void> {
  const event = world.event(type);
  await controlGenuine(world, type);
  await again(world, event);
  const [count] = await effectsOf(world, [event]);
  expectThat(world, count === 1, { expected: `one effect of ${what}`, observed: `${count} effects` });
}

/** Whether the observer counts an effect of the event, in the end. */
export async function isHandled(world: ReceiverWorld, event: WebhookEvent): Promise<boolean> {
  try {
    await world.effects([], event);
    return true;
  } catch (thrown) {
    if (!(thrown instanceof SetupFailed)) throw thrown;
    return false;
  }
}

/**
 * Waits until an acknowledged event has an effect. Throws `SetupFailed` where it has none, and `NotExercised` where that is so of its type alone: what a
 * receiver does about a type is its own business.
 */
export async function requireEffect(world: ReceiverWorld, event: WebhookEvent): Promise<void> {
  try {
    await world.effects([], event);
  } catch (thrown) {
    if (!(thrown instanceof SetupFailed) || event.type === 'job.succeeded') throw thrown;
    const usual = world.event('job.succeeded');
    if (isAcknowledged(await deliverPersistently(world, { event: usual })) && (await isHandled(world, usual)))
      throw withoutEffect(event.type);
    throw thrown;
  }
}

/** Whether an event that was acknowledged has an effect in the end. Throws `SetupFailed` where those of `other`, which had one, are out of sight too. */
export async function hasEffect(world: ReceiverWorld, event: WebhookEvent, other: WebhookEvent): Promise<boolean> {
  if (await isHandled(world, event)) return true;
  await world.effects([], other);
  return false;
}

/** How often each event had an effect; undefined where effects can't be seen. */
export async function effectsIfSeen(
  world: ReceiverWorld,
  events: readonly WebhookEvent[],
  how: { readonly mayBeNone?: boolean } = {},
): Promise<readonly number[] | undefined> {
  try {
    return await effectsOf(world, events, how);
  } catch (thrown) {
    if (thrown instanceof NotExercised) return undefined;
    throw thrown;
  }
}

/** Where effects can be seen, each of these acknowledged events has one. */
export async function expectHandledIfSeen(
  world: ReceiverWorld,
  events: readonly WebhookEvent[],
  what: string,
): Promise<void> {
  const counts = await effectsIfSeen(world, events);
  if (counts === undefined) return;
  expectThat(
    world,
    counts.every((count) => count > 0),
    { expected: `an effect of ${what} that was acknowledged`, observed: `${counts.join(' and ')} effects` },
  );
}

/** As `expectHandledIfSeen`, and says nothing where plain events have no effect that is counted: rules of their own are red for that. */
export async function expectHandledIfCounted(
  world: ReceiverWorld,
  events: readonly WebhookEvent[],
  what: string,
): Promise<void> {
  try {
    await expectHandledIfSeen(world, events, what);
  } catch (thrown) {
    if (!(thrown instanceof SetupFailed)) throw thrown;
  }
}
