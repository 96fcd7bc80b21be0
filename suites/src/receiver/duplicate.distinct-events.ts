import { createHash } from 'node:crypto';
import { caution, type EventType, expectThat, type ReceiverWorld, type WebhookEvent } from '@gateproof/harness';
import {
  controlAcknowledged,
  controlGenuine,
  deliverAll,
  deliverPersistently,
  isAcknowledged,
} from '../support/receiver/acknowledged.ts';
import { type ReceiverCheck, receiverCheck } from '../support/receiver/define-receiver-check.ts';
import { effectsOf, hasEffect, requireEffect } from '../support/receiver/effects.ts';
import { isQuick } from '../support/receiver/refused-in-forms.ts';
import { type EventInForm, eventInForm, formsOf, requires } from '../support/receiver/repeats-in-forms.ts';

async function expectEffectEach(
  world: ReceiverWorld,
  groups: Readonly<Record<string, readonly WebhookEvent[]>>,
): Promise<void> {
  if (Object.keys(groups).length === 0) return;
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

/** Two events whose ids a receiver may take for one. */
interface SimilarPair {
  /** Goes on after "differ". */
  readonly what: string;
  readonly events: readonly WebhookEvent[];
}

/** Ids of forms that a gateway need not use. */
function unusuallySimilar(world: ReceiverWorld, type: EventType): readonly SimilarPair[] {
  const digest = createHash('sha256').update(world.unique('event')).digest('hex');
  const word = digest.slice(0, 20);
  // More than a floating-point number holds.
  const digits = `7${BigInt(`0x${digest.slice(0, 14)}`)}`.padEnd(20, '7');
  const pair = (what: string, ...ids: readonly string[]) => ({
    what,
    events: ids.map((id) => ({ ...world.event(type), id: `evt_${id}` })),
  });
  return [
    pair('in a hyphen', `${word}-1`, `${word}1`),
    pair('in an underscore', `${word}_2`, `${word}2`),
    pair('in a hyphen and an underscore', `${word}-3`, `${word}_3`),
    pair('in a leading zero', `${digits}0`, `0${digits}0`),
    pair('in the last of many digits', `${digits}1`, `${digits}2`),
  ];
}

/** A receiver may refuse ids of such forms, as long as it loses none. */
async function expectUnusualHandled(world: ReceiverWorld, type: EventType): Promise<void> {
  const groups: Record<string, readonly WebhookEvent[]> = {};
  for (const { what, events } of unusuallySimilar(world, type)) {
    const deliveries = events.map((event) => ({ event }));
    if ((await deliverAll(world, deliveries)).every(isAcknowledged))
      groups[`two events whose ids differ ${what}`] = events;
  }
  await expectEffectEach(world, groups);
}

const distinct = receiverCheck('receiver.duplicate.distinct-events', async (world, type) => {
  await expectBothHandled(world, type);
  const groups = similarEvents(world, type);
  const deliveries = Object.values(groups).flatMap((events) => events.map((event) => ({ event })));
  for (const exchange of await deliverAll(world, deliveries)) controlAcknowledged(exchange, type);
  await expectEffectEach(world, groups);
  await expectUnusualHandled(world, type);
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

/** Of events with different ids each is handled (Receiver obligations, 3). */
const distinctEvents: readonly ReceiverCheck[] = [distinct, sameDeliveryId];
export default distinctEvents;
