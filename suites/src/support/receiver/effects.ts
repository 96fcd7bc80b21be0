import { type ReceiverWorld, SetupFailed, type WebhookEvent } from '@gateproof/harness';
import { controlAcknowledged, deliverPersistently } from './acknowledged.ts';

/** How often each event had an effect, read once another genuine event has had one that was delivered after them. */
export async function effectsOf(world: ReceiverWorld, events: readonly WebhookEvent[]): Promise<readonly number[]> {
  const sentinel = world.event();
  controlAcknowledged(await deliverPersistently(world, { event: sentinel }));
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
