import { type EventType, expectThat, type ReceiverWorld, type WebhookEvent } from '@gateproof/harness';
import { hourMs, secondMs } from '@gateproof/spec';
import {
  controlGenuine,
  controlVerifies,
  deliverAll,
  deliverPersistently,
  expectAcknowledged,
} from '../support/receiver/acknowledged.ts';
import { bothSecrets, signedBy } from '../support/receiver/both-secrets.ts';
import { type ReceiverCheck, receiverCheck } from '../support/receiver/define-receiver-check.ts';
import { effectsOf, expectOneEffect } from '../support/receiver/effects.ts';
import { madeAnew, renewals } from '../support/receiver/made-anew.ts';
import { expectOneEffectEach, firstInForms } from '../support/receiver/repeats-in-forms.ts';
import { respelled, reversed } from '../support/receiver/respelled.ts';

const hourS = hourMs / secondMs;

const acknowledged = receiverCheck('receiver.duplicate.acknowledged', async (world, type) => {
  await controlVerifies(world, type);
  const event = world.event(type);
  expectAcknowledged(world, await deliverPersistently(world, { event }), 'the first delivery of an event');
  expectAcknowledged(world, await deliverPersistently(world, { event }), 'the second delivery of a handled event');
  const anew = madeAnew(world, event);
  const exchange = await deliverPersistently(world, { event: anew, body: JSON.stringify(reversed(anew)) });
  expectAcknowledged(world, exchange, 'a delivery of a handled event made anew, and with its fields in another order');
  // Whatever the second is in which it comes again.
  const timestamp = Math.floor(world.nowS());
  const kept = { event: world.event(type), deliveryId: `whd_${world.unique('same')}`, timestamp };
  for (const what of ['a delivery', 'a delivery that comes again with the same delivery id and signature'])
    expectAcknowledged(world, await deliverPersistently(world, kept), what);
});

/** So many go to both of two replicas, in all likelihood, however they are shared out. */
const connections = 6;

const deliverAtOnce = (world: ReceiverWorld, event: WebhookEvent, times: number) =>
  Promise.all(Array.from({ length: times }, () => deliverPersistently(world, { event })));

/** What the second of them undoes shows at the third, and what a later one undoes at the last. */
async function expectOneEffectOfMore(world: ReceiverWorld, type: EventType): Promise<void> {
  for (const times of world.takesMany ? [3, 8] : [3]) {
    const again = async (_: ReceiverWorld, event: WebhookEvent) => {
      await deliverAtOnce(world, event, times);
      await deliverPersistently(world, { event });
    };
    await expectOneEffect(world, type, {
      what: `an event that is delivered ${times} times at once, and once more`,
      again,
    });
  }
}

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
  'other-spelling': {
    what: 'an event that comes again with its JSON spelled in another way',
    async again(world, event) {
      await deliverPersistently(world, { event });
      await deliverAll(
        world,
        respelled(event).map((body) => ({ event, body })),
      );
    },
  },
  'after-forged': {
    what: 'an event that comes again after forged deliveries under its id were refused',
    async again(world, event) {
      await deliverPersistently(world, { event });
      const secret = `whsec_${world.unique('nobody')}`;
      const timestamp = Math.floor(world.nowS()) - hourS;
      await deliverAll(world, [
        { event, secret },
        { event, timestamp },
        { event, signature: null },
      ]);
      await deliverPersistently(world, { event });
    },
  },
  'after-rotation': {
    what: 'an event that came under the previous secret, and comes again under both and under the new one',
    async again(world, event) {
      const [newest, previous] = bothSecrets(world);
      await deliverPersistently(world, { event, secret: previous });
      await deliverPersistently(world, { event, signature: signedBy(event, [newest, previous]) });
      await deliverPersistently(world, { event });
    },
  },
  simultaneous: {
    what: 'an event that is delivered twice at once',
    again: (world, event) => deliverAtOnce(world, event, 2),
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

/** The same in every form of delivery. */
const inForms: Readonly<Record<string, (world: ReceiverWorld, type: EventType, what: string) => Promise<void>>> = {
  'after-forged': async (world, type, what) => {
    const secret = `whsec_${world.unique('nobody')}`;
    await expectOneEffectEach(world, await firstInForms(world, type), {
      what,
      async again(one) {
        await one.send(() => ({ secret }));
        await one.send();
      },
    });
  },
  simultaneous: async (world, type, what) => {
    await expectOneEffectOfMore(world, type);
    const atOnce = await firstInForms(world, type, (one) => Promise.all([one.send(), one.send()]));
    await expectOneEffectEach(world, atOnce, { what, again: async () => undefined });
  },
};

const handledOnce = Object.entries(repeats).map(([name, repeat]) =>
  receiverCheck(`receiver.duplicate.${name}`, async (world, type) => {
    await expectOneEffect(world, type, repeat);
    await inForms[name]?.(world, type, repeat.what);
  }),
);

/** What a gateway makes anew of an event changes nothing of which event it is: each of that alone, then all of it. */
const otherBytes = receiverCheck('receiver.duplicate.other-bytes', async (world, type) => {
  await controlGenuine(world, type);
  const all = [
    ...renewals,
    { what: 'with all of its data made anew', renew: (one: WebhookEvent) => madeAnew(world, one) },
  ];
  const events: WebhookEvent[] = [];
  for (const { renew } of all) {
    const event = world.event(type);
    events.push(event);
    await deliverPersistently(world, { event, timestamp: Math.floor(world.nowS()) - 60 });
    await deliverPersistently(world, { event: renew(event, world) });
  }
  const counts = await effectsOf(world, events);
  const twice = all.findIndex((_, place) => counts[place] !== 1);
  expectThat(world, twice < 0, {
    expected: `one effect of a ${type} that comes again ${all[twice]?.what} and a new t`,
    observed: `${counts[twice]} effects`,
  });
});

/** The event id alone decides whether an event was handled (Receiver obligations, 3). */
const duplicate: readonly ReceiverCheck[] = [acknowledged, ...handledOnce, otherBytes];
export default duplicate;
