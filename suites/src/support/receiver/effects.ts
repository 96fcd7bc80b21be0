import {
  eventTypes,
  expectThat,
  NotExercised,
  type ReceiverWorld,
  SetupFailed,
  type WebhookEvent,
} from '@gateproof/harness';
import { controlAcknowledged, deliverPersistently, isAcknowledged } from './acknowledged.ts';

/** How often each event had an effect, read once another genuine event has had one that was delivered after them. */
export async function effectsOf(world: ReceiverWorld, events: readonly WebhookEvent[]): Promise<readonly number[]> {
  const sentinel = await acknowledgedSentinel(world, events[0]?.type);
  try {
    return await world.effects(
      events.map(({ id }) => id),
      sentinel,
    );
  } catch (thrown) {
    if (!(thrown instanceof SetupFailed)) throw thrown;
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

/** Whether an event that was acknowledged has an effect in the end. Throws `SetupFailed` where those of `other`, which had one, are out of sight too. */
export async function hasEffect(world: ReceiverWorld, event: WebhookEvent, other: WebhookEvent): Promise<boolean> {
  try {
    await world.effects([], event);
    return true;
  } catch (thrown) {
    if (!(thrown instanceof SetupFailed)) throw thrown;
    await world.effects([], other);
    return false;
  }
}

/** How often each event had an effect; undefined where effects can't be seen. */
export async function effectsIfSeen(
  world: ReceiverWorld,
  events: readonly WebhookEvent[],
): Promise<readonly number[] | undefined> {
  try {
    return await effectsOf(world, events);
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
