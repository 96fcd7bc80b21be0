import {
  type Delivery,
  type EventType,
  eventTypes,
  expectThat,
  isTroubled,
  NotExercised,
  type ReceiverWorld,
} from '@gateproof/harness';
import { controlAcknowledged, deliverPersistently, isAcknowledged } from '../support/receiver/acknowledged.ts';
import { type ReceiverCheck, receiverCheck } from '../support/receiver/define-receiver-check.ts';
import { describeDifference, showsNone } from '../support/receiver/describe-difference.ts';
import { effectsOf } from '../support/receiver/effects.ts';
import { observedEvents, showsEvents } from '../support/receiver/observed-events.ts';
import { type RichEvent, richEvents } from '../support/receiver/rich-events.ts';

/** Of each shape, one after the other and then together. */
const rounds = { inTurn: 3, together: 2 };

/** Delivers, and returns what was acknowledged: whether it must be is decided by other rules. */
async function acknowledgedOf(world: ReceiverWorld, all: readonly RichEvent[]): Promise<readonly RichEvent[]> {
  const exchanges = await Promise.all(all.map(({ event }) => deliverPersistently(world, { event })));
  return all.filter((_, place) => {
    const exchange = exchanges[place];
    return exchange !== undefined && !isTroubled(exchange) && isAcknowledged(exchange);
  });
}

/** Each of the other types in turn. */
const otherType = (type: EventType, turn: number) =>
  eventTypes[(eventTypes.indexOf(type) + 1 + (turn % (eventTypes.length - 1))) % eventTypes.length] ?? eventTypes[0];

/** Plain events right behind one with unusual values, whose values must not stay: one of each type. */
async function plainBehind(world: ReceiverWorld, type: EventType): Promise<readonly RichEvent[]> {
  const plain: RichEvent[] = [];
  for (const other of eventTypes) {
    const [rich] = richEvents(world, type).slice(-1);
    const event = world.event(other);
    const what = `no unusual values, right behind a ${type} with many,`;
    if (rich !== undefined) await acknowledgedOf(world, [rich]);
    plain.push(...(await acknowledgedOf(world, [{ event, what }])));
  }
  return plain;
}

function forgedOf(world: ReceiverWorld, type: EventType): Delivery {
  const event = richEvents(world, type).at(-1)?.event ?? world.event(type);
  return { event, secret: `whsec_${world.unique('nobody')}` };
}

/** All shapes several times at once, with forged deliveries between them. */
async function amongForged(world: ReceiverWorld, type: EventType): Promise<readonly RichEvent[]> {
  const all = Array.from({ length: rounds.together }, () => richEvents(world, type));
  const taken = await Promise.all(
    all.map(async (shapes) => {
      const forged = shapes.map(() => world.deliver(forgedOf(world, type)));
      const acknowledged = await acknowledgedOf(world, shapes);
      await Promise.all(forged);
      return acknowledged;
    }),
  );
  return taken.flat();
}

/** Values that are seen seldom reach the handler as they were sent: alone, after a forged delivery, beside others, and of an event that came again. */
const unusualValues = receiverCheck('receiver.event.unusual-values', async (world, type) => {
  const plain = world.event(type);
  controlAcknowledged(await deliverPersistently(world, { event: plain }), type);
  await effectsOf(world, [plain]);
  if (!showsEvents(world.exchanges())) throw new NotExercised(showsNone);
  const taken: RichEvent[] = [];
  for (let round = 0; round < rounds.inTurn; round += 1) {
    for (const [turn, rich] of richEvents(world, type).entries()) {
      // What comes just before it: an event of another type, a forged one of its own, or nothing.
      if (round === 0) await deliverPersistently(world, { event: world.event(otherType(type, turn)) });
      if (round === 1) await world.deliver(forgedOf(world, type));
      taken.push(...(await acknowledgedOf(world, [rich])));
    }
  }
  taken.push(...(await plainBehind(world, type)));
  for (const { event } of taken) await deliverPersistently(world, { event });
  if (world.takesMany) taken.push(...(await amongForged(world, type)));
  const counts = await effectsOf(
    world,
    taken.map(({ event }) => event),
  );
  const lost = taken.find((_, place) => counts[place] === 0);
  expectThat(world, lost === undefined, {
    expected: `an effect of an event with ${lost?.what} that was acknowledged`,
    observed: 'none',
  });
  const whats = new Map(taken.map(({ event, what }) => [event.id, what]));
  for (const observed of observedEvents(world.exchanges())) {
    const [first] = observed.differences;
    const what = whats.get(observed.id);
    if (what === undefined) continue;
    const { expected = '', observed: given = '' } = first === undefined ? {} : describeDifference(first, observed);
    expectThat(world, first === undefined, {
      expected: `of an event with ${what}, ${expected}`,
      observed: given,
      exchanges: observed.exchanges,
    });
  }
});

const unusual: readonly ReceiverCheck[] = [unusualValues];
export default unusual;
