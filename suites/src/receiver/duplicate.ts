import { createHash } from 'node:crypto';
import { type EventType, expectThat, type ReceiverWorld, type WebhookEvent } from '@gateproof/harness';
import {
  controlAcknowledged,
  controlGenuine,
  controlVerifies,
  deliverAll,
  deliverPersistently,
  expectAcknowledged,
} from '../support/receiver/acknowledged.ts';
import { type ReceiverCheck, receiverCheck } from '../support/receiver/define-receiver-check.ts';
import { effectsOf, expectOneEffect, hasEffect, requireEffect } from '../support/receiver/effects.ts';

const acknowledged = receiverCheck('receiver.duplicate.acknowledged', async (world, type) => {
  await controlVerifies(world, type);
  const event = world.event(type);
  expectAcknowledged(world, await deliverPersistently(world, { event }), 'the first delivery of an event');
  expectAcknowledged(world, await deliverPersistently(world, { event }), 'the second delivery of a handled event');
});

/** So many go to both of two replicas, in all likelihood, however they are shared out. */
const connections = 6;

/** How an event may come again. */
const repeats: Readonly<
  Record<string, { readonly what: string; again(world: ReceiverWorld, event: WebhookEvent): Promise<unknown> }>
> = {
  'handled-once': {
    what: 'an event that is delivered twice',
    async again(world, event) {
      const deliveryId = `whd_${world.unique('same')}`;
      await deliverPersistently(world, { event, deliveryId });
      await deliverPersistently(world, { event, deliveryId });
    },
  },
  'other-delivery-id': {
    what: 'an event that comes again under another delivery id',
    async again(world, event) {
      await deliverPersistently(world, { event });
      await deliverPersistently(world, { event });
    },
  },
  'other-bytes': {
    what: 'an event that comes again with fresh links and a new t',
    async again(world, event) {
      await deliverPersistently(world, { event, timestamp: Math.floor(world.nowS()) - 60 });
      const output = [{ url: `https://files.example.com/fresh-${world.unique('link')}.png`, type: 'image/png' }];
      await deliverPersistently(world, { event: { ...event, data: { ...event.data, output } } });
    },
  },
  simultaneous: {
    what: 'an event that is delivered twice at once',
    again: (world, event) =>
      Promise.all([deliverPersistently(world, { event }), deliverPersistently(world, { event })]),
  },
  'other-connection': {
    what: 'an event that comes again over other connections',
    async again(world, event) {
      const delivery = { event, ownConnection: true } as const;
      for (let count = 0; count < connections; count += 1) await deliverPersistently(world, delivery);
    },
  },
  'eight-times': {
    what: 'an event that is delivered eight times',
    async again(world, event) {
      await deliverAll(
        world,
        Array.from({ length: 8 }, () => ({ event })),
      );
    },
  },
};

const handledOnce = Object.entries(repeats).map(([name, repeat]) =>
  receiverCheck(`receiver.duplicate.${name}`, (world, type) =>
    // Fresh links are a succeeded job's.
    expectOneEffect(world, name === 'other-bytes' ? 'job.succeeded' : type, repeat),
  ),
);

async function expectEffectEach(
  world: ReceiverWorld,
  groups: Readonly<Record<string, readonly WebhookEvent[]>>,
): Promise<void> {
  const counts = await effectsOf(world, Object.values(groups).flat());
  let place = 0;
  for (const [what, { length }] of Object.entries(groups)) {
    const own = counts.slice(place, place + length);
    place += length;
    expectThat(
      world,
      own.every((count) => count === 1),
      { expected: `one effect of each of ${what}`, observed: `${own.join(' and ')} effects` },
    );
  }
}

/** The first two events of a case: where the first has an effect, the second has one as well. */
async function expectBothHandled(world: ReceiverWorld, type: EventType): Promise<void> {
  const [first, second] = [world.event(type), world.event(type)];
  for (const event of [first, second]) controlAcknowledged(await deliverPersistently(world, { event }), type);
  await requireEffect(world, first);
  expectThat(world, await hasEffect(world, second, first), {
    expected: 'an effect of each of two events that were acknowledged',
    observed: `none of ${second.id}, which came after ${first.id}`,
  });
}

/** With `evt_` and a character on either side as long as a UUID behind that prefix. */
const middleLength = 34;

/** Events whose ids are different in little. */
function similarEvents(world: ReceiverWorld, type: EventType): Readonly<Record<string, readonly WebhookEvent[]>> {
  const middle = createHash('sha256').update(world.unique('event')).digest('hex').slice(0, middleLength);
  const pair = (...ends: readonly (readonly [first: string, last: string])[]) =>
    ends.map(([first, last]) => ({ ...world.event(type), id: `evt_${first}${middle}${last}` }));
  return {
    'two events whose ids differ in letter case': pair(['c', 'z'], ['c', 'Z']),
    'two events whose ids differ in the last of forty characters': pair(['l', '1'], ['l', '2']),
    'two events whose ids differ in the first character behind evt_': pair(['1', 'f'], ['2', 'f']),
  };
}

const distinct = receiverCheck('receiver.duplicate.distinct-events', async (world, type) => {
  await expectBothHandled(world, type);
  const first = world.event(type);
  // The job is the same, the event is not: the id of the event decides.
  const ofOneJob = [first, { ...world.event(type), data: first.data }];
  const groups = { 'two events with different ids': ofOneJob, ...similarEvents(world, type) };
  const deliveries = Object.values(groups).flatMap((events) => events.map((event) => ({ event })));
  for (const exchange of await deliverAll(world, deliveries)) controlAcknowledged(exchange, type);
  await expectEffectEach(world, groups);
});

const sameDeliveryId = receiverCheck('receiver.duplicate.same-delivery-id', async (world, type) => {
  await controlGenuine(world, type);
  const events = [world.event(type), world.event(type)];
  const deliveryId = `whd_${world.unique('shared')}`;
  for (const event of events) await deliverPersistently(world, { event, deliveryId });
  await expectEffectEach(world, { 'two events under one delivery id': events });
});

/** The event id alone decides whether an event was handled (Receiver obligations, 3). */
const duplicate: readonly ReceiverCheck[] = [acknowledged, ...handledOnce, distinct, sameDeliveryId];
export default duplicate;
