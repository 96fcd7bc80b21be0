import { expectThat, SetupFailed, type WebhookEvent } from '@gateproof/harness';
import {
  controlAcknowledged,
  controlGenuine,
  controlVerifies,
  deliverPersistently,
  expectAcknowledged,
} from '../support/receiver/acknowledged.ts';
import { type ReceiverCheck, receiverCheck } from '../support/receiver/define-receiver-check.ts';
import { isHandled, requireEffect } from '../support/receiver/effects.ts';

/** So many arrive together: of a receiver that takes many at once as many as it was seen to take. */
const together = { many: 24, few: 8 };
/** What came before them is over by then, also for a receiver that takes what arrives in quick succession for one. */
const apartMs = 100;

/** Each of several events that were acknowledged has an effect, whatever came at the same time. */
const simultaneousEvents = receiverCheck('receiver.duplicate.simultaneous-events', async (world, type) => {
  await controlGenuine(world, type);
  await world.pause(apartMs);
  const length = world.takesMany ? together.many : together.few;
  const events = Array.from({ length }, () => world.event(type));
  for (const exchange of await Promise.all(events.map((event) => deliverPersistently(world, { event }))))
    controlAcknowledged(exchange, type);
  const seen: WebhookEvent[] = [];
  const lost: WebhookEvent[] = [];
  for (const event of events) {
    if (lost.length === 0 || seen.length === 0) (await isHandled(world, event)) ? seen.push(event) : lost.push(event);
  }
  const [first] = seen;
  if (first === undefined && lost[0] !== undefined) await requireEffect(world, lost[0]);
  if (first === undefined)
    throw new SetupFailed('none of several events had an effect that the observer counted', {
      prerequisite: 'receiver.duplicate.distinct-events',
    });
  expectThat(world, lost.length === 0, {
    expected: 'an effect of each of several events that arrived together and were acknowledged',
    observed: `none of ${lost[0]?.id}`,
  });
  const counts = await world.effects(events, first);
  expectThat(
    world,
    counts.every((count) => count === 1),
    {
      expected: 'one effect of each of several events that arrived together',
      observed: `${counts.join(', ')} effects`,
    },
  );
});

/** A gateway whose attempt timed out may deliver again while the receiver still works on the event. */
const acknowledgedTogether = receiverCheck('receiver.duplicate.acknowledged-together', async (world, type) => {
  await controlVerifies(world, type);
  const event = world.event(type);
  const both = await Promise.all([deliverPersistently(world, { event }), deliverPersistently(world, { event })]);
  for (const exchange of both)
    expectAcknowledged(world, exchange, 'each of two deliveries of one event at the same time');
});

/** What arrives at the same time (Receiver obligations, 3). */
const simultaneous: readonly ReceiverCheck[] = [simultaneousEvents, acknowledgedTogether];
export default simultaneous;
