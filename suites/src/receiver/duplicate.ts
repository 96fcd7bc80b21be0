import { createHash } from 'node:crypto';
import { caution, type EventType, expectThat, type ReceiverWorld, type WebhookEvent } from '@gateproof/harness';
import { hourMs, secondMs } from '@gateproof/spec';
import {
  controlAcknowledged,
  controlGenuine,
  controlVerifies,
  deliverAll,
  deliverPersistently,
  expectAcknowledged,
  isAcknowledged,
} from '../support/receiver/acknowledged.ts';
import { bothSecrets, signedBy } from '../support/receiver/both-secrets.ts';
import { type ReceiverCheck, receiverCheck } from '../support/receiver/define-receiver-check.ts';
import { effectsOf, expectOneEffect, hasEffect, requireEffect } from '../support/receiver/effects.ts';
import { isQuick } from '../support/receiver/refused-in-forms.ts';
import {
  type EventInForm,
  eventInForm,
  expectOneEffectEach,
  firstInForms,
  formsOf,
  requires,
} from '../support/receiver/repeats-in-forms.ts';
import { respelled, reversed } from '../support/receiver/respelled.ts';

const hourS = hourMs / secondMs;

const acknowledged = receiverCheck('receiver.duplicate.acknowledged', async (world, type) => {
  await controlVerifies(world, type);
  const event = world.event(type);
  expectAcknowledged(world, await deliverPersistently(world, { event }), 'the first delivery of an event');
  expectAcknowledged(world, await deliverPersistently(world, { event }), 'the second delivery of a handled event');
  const anew = withFreshLinks(world, event);
  const exchange = await deliverPersistently(world, { event: anew, body: JSON.stringify(reversed(anew)) });
  expectAcknowledged(world, exchange, 'a delivery of a handled event with fresh links and its fields in another order');
  // Whatever the second is in which it comes again.
  const timestamp = Math.floor(world.nowS());
  const kept = { event: world.event(type), deliveryId: `whd_${world.unique('same')}`, timestamp };
  for (const what of ['a delivery', 'a delivery that comes again with the same delivery id and signature'])
    expectAcknowledged(world, await deliverPersistently(world, kept), what);
});

/** What a gateway makes anew for an attempt: the links of a succeeded job. */
function withFreshLinks(world: ReceiverWorld, event: WebhookEvent): WebhookEvent {
  if (event.type !== 'job.succeeded') return event;
  const output = [{ url: `https://files.example.com/fresh-${world.unique('link')}.png`, type: 'image/png' }];
  return { ...event, data: { ...event.data, output } };
}

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
      await deliverPersistently(world, { event: withFreshLinks(world, event) });
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
    const atOnce = await firstInForms(world, type, (one) => Promise.all([one.send(), one.send()]));
    await expectOneEffectEach(world, atOnce, { what, again: async () => undefined });
  },
};

const handledOnce = Object.entries(repeats).map(([name, repeat]) =>
  receiverCheck(`receiver.duplicate.${name}`, async (world, type) => {
    // Fresh links are a succeeded job's.
    await expectOneEffect(world, name === 'other-bytes' ? 'job.succeeded' : type, repeat);
    await inForms[name]?.(world, type, repeat.what);
  }),
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

/** The first two events of a case: where the first has an effect, the second, whose id is the beginning of the first's, has one as well. */
async function expectBothHandled(world: ReceiverWorld, type: EventType): Promise<void> {
  const second = world.event(type);
  const first = { ...world.event(type), id: `${second.id}-b` };
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
  const groups = similarEvents(world, type);
  const deliveries = Object.values(groups).flatMap((events) => events.map((event) => ({ event })));
  for (const exchange of await deliverAll(world, deliveries)) controlAcknowledged(exchange, type);
  await expectEffectEach(world, groups);
  await similarInForms(world, type);
  await allowByJob(world, type);
});

/** Events that differ in their ids and jobs alone, in every form of delivery: each has an effect. */
async function similarInForms(world: ReceiverWorld, type: EventType): Promise<void> {
  if (!world.takesMany) return;
  const all: EventInForm[] = [];
  for (const form of formsOf(type)) {
    const { created_at } = world.event(type);
    const similar = Object.values(similarEvents(world, type)).flat();
    const inForm = similar.map((event) => eventInForm(world, form, { ...event, created_at }));
    const exchanges = await Promise.all(inForm.map((one) => one.send()));
    if (!isQuick(exchanges)) return;
    if (exchanges.every(isAcknowledged)) all.push(...inForm);
  }
  if (all.length === 0) return;
  const counts = await effectsOf(
    world,
    all.map(({ event }) => event),
  );
  const lost = all.find((_, place) => counts[place] === 0);
  if (lost === undefined) return;
  requires(world, [lost.form], () =>
    expectThat(world, false, {
      expected: `an effect of each of several events with similar ids, in deliveries ${lost.form.what}`,
      observed: `none of ${lost.event.id}`,
    }),
  );
}

/** The id of the event decides. No gateway sends a job two events in one state, so that who goes by the job meets no difference. */
async function allowByJob(world: ReceiverWorld, type: EventType): Promise<void> {
  const first = world.event(type);
  const ofOneJob = [first, { ...world.event(type), data: first.data }];
  for (const event of ofOneJob) controlAcknowledged(await deliverPersistently(world, { event }), type);
  const counts = await effectsOf(world, ofOneJob);
  if (counts.every((count) => count === 1)) return;
  caution(world, {
    expected: 'one effect of each of two events with different ids for one job',
    observed: `${counts.join(' and ')} effects`,
  });
}

/** A gateway gives no two events one delivery id at an endpoint, so that who goes by that id as well meets no difference. */
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
