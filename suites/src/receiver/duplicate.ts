import { type EventType, expectThat, type ReceiverWorld, type WebhookEvent } from '@gateproof/harness';
import {
  controlGenuine,
  controlVerifies,
  deliverAll,
  deliverPersistently,
  expectAcknowledged,
} from '../support/receiver/acknowledged.ts';
import { type ReceiverCheck, receiverCheck } from '../support/receiver/define-receiver-check.ts';

const acknowledged = receiverCheck('receiver.duplicate.acknowledged', async (world, type) => {
  await controlVerifies(world, type);
  const event = world.event(type);
  expectAcknowledged(world, await deliverPersistently(world, { event }), 'the first delivery of an event');
  expectAcknowledged(world, await deliverPersistently(world, { event }), 'the second delivery of a handled event');
});

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
  'eight-times': {
    what: 'an event that is delivered eight times',
    async again(world, event) {
      await deliverAll(
        world,
        Array.from({ length: 8 }, () => ({ event })),
      );
    },
  },
  later: {
    what: 'an event that comes again after many other events',
    async again(world, event) {
      const beganS = world.nowS();
      await deliverPersistently(world, { event });
      // A receiver that takes its time gets fewer.
      for (let batch = 0; batch < 6 && world.nowS() - beganS < 10; batch += 1) {
        await Promise.all(Array.from({ length: 50 }, () => deliverPersistently(world, { event: world.event() })));
      }
      await deliverPersistently(world, { event });
    },
  },
};

async function countsAfter(world: ReceiverWorld, events: readonly WebhookEvent[]): Promise<readonly number[]> {
  const sentinel = world.event();
  await deliverPersistently(world, { event: sentinel });
  return world.effects(
    events.map(({ id }) => id),
    sentinel,
  );
}

const handledOnce = Object.entries(repeats).map(([name, { what, again }]) =>
  receiverCheck(`receiver.duplicate.${name}`, async (world, type) => {
    // Fresh links are a succeeded job's.
    const event = world.event(name === 'other-bytes' ? 'job.succeeded' : type);
    await Promise.all([controlGenuine(world), controlGenuine(world, type)]);
    await again(world, event);
    const [count] = await countsAfter(world, [event]);
    expectThat(world, count === 1, { expected: `one effect of ${what}`, observed: `${count} effects` });
  }),
);

async function expectEffectEach(world: ReceiverWorld, events: readonly WebhookEvent[], what: string): Promise<void> {
  const counts = await countsAfter(world, events);
  expectThat(
    world,
    counts.every((count) => count === 1),
    {
      expected: `one effect of each of ${what}`,
      observed: `${counts.join(' and ')} effects`,
    },
  );
}

const distinct = receiverCheck('receiver.duplicate.distinct-events', async (world, type: EventType) => {
  await controlGenuine(world);
  await controlGenuine(world, type);
  const first = world.event(type);
  const second = world.event(type);
  // The job is the same, the event is not: the id of the event decides.
  const sameJob = { ...second, data: first.data };
  await deliverPersistently(world, { event: first });
  await deliverPersistently(world, { event: sameJob });
  await expectEffectEach(world, [first, sameJob], 'two events with different ids');
  const id = `evt_${world.unique('case')}`;
  const spelled = [`${id}z`, `${id}Z`].map((one) => ({ ...world.event(type), id: one }));
  for (const event of spelled) await deliverPersistently(world, { event });
  await expectEffectEach(world, spelled, 'two events whose ids differ in letter case');
});

const sameDeliveryId = receiverCheck('receiver.duplicate.same-delivery-id', async (world, type) => {
  await controlGenuine(world);
  await controlGenuine(world, type);
  const events = [world.event(type), world.event(type)];
  const deliveryId = `whd_${world.unique('shared')}`;
  for (const event of events) await deliverPersistently(world, { event, deliveryId });
  await expectEffectEach(world, events, 'two events under one delivery id');
});

/** The event id alone decides whether an event was handled (Receiver obligations, 3). */
const duplicate: readonly ReceiverCheck[] = [acknowledged, ...handledOnce, distinct, sameDeliveryId];
export default duplicate;
