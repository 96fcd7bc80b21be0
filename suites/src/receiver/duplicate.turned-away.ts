import {
  type EventType,
  type Exchange,
  expectThat,
  isTroubled,
  NotExercised,
  type ReceiverWorld,
  type WebhookEvent,
} from '@gateproof/harness';
import { controlGenuine, deliverPersistently, isAcknowledged } from '../support/receiver/acknowledged.ts';
import { type ReceiverCheck, receiverCheck } from '../support/receiver/define-receiver-check.ts';
import { hasEffect, requireEffect } from '../support/receiver/effects.ts';

/** So many come one after the other, then so many at once: trouble comes now and then, or where deliveries come together. */
const inTurn = 8;
const together = { many: 24, few: 8 };

interface Sent {
  readonly event: WebhookEvent;
  readonly exchange: Exchange;
}

/** Plain events of the type that the receiver turns away at their first delivery. */
async function turnedAway(world: ReceiverWorld, type: EventType): Promise<readonly WebhookEvent[]> {
  const deliver = async (): Promise<Sent> => {
    const event = world.event(type);
    return { event, exchange: await world.deliver({ event }) };
  };
  const sent: Sent[] = [];
  for (let count = 0; count < inTurn; count += 1) sent.push(await deliver());
  const send = async (length: number) => void sent.push(...(await Promise.all(Array.from({ length }, deliver))));
  // Those that other cases deliver meanwhile would be turned away as well.
  if (world.turnsAway) await world.alone(() => send(together.many));
  else await send(world.takesMany ? together.many : together.few);
  return sent.filter(({ exchange }) => isTroubled(exchange)).map(({ event }) => event);
}

/** What was turned away was not handled, so that what comes again must be: whoever noted the id too early loses the event. */
const handledLater = receiverCheck('receiver.duplicate.turned-away', async (world, type) => {
  await controlGenuine(world, type);
  const events = await turnedAway(world, type);
  if (events.length === 0) throw new NotExercised('the receiver turned no delivery away with 429 or 5xx');
  const taken: WebhookEvent[] = [];
  for (const event of events) if (isAcknowledged(await deliverPersistently(world, { event }))) taken.push(event);
  if (taken.length === 0) throw new NotExercised('what the receiver turned away it acknowledged at no later delivery');
  const plain = await takenAtOnce(world, type);
  await requireEffect(world, plain);
  for (const event of taken)
    expectThat(world, await hasEffect(world, event, plain), {
      expected: 'an effect of an event that was turned away with 429 or 5xx, came again and was acknowledged',
      observed: 'no effect',
    });
});

const mostTries = 12;

/** A plain event that is acknowledged at its first delivery. */
async function takenAtOnce(world: ReceiverWorld, type: EventType): Promise<WebhookEvent> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const event = world.event(type);
    if (isAcknowledged(await world.deliver({ event }))) return event;
  }
  throw new NotExercised(`the receiver acknowledged none of ${mostTries} events at its first delivery`);
}

/** A delivery that failed is tried again (Receiver obligations, 1 to 3). */
const later: readonly ReceiverCheck[] = [handledLater];
export default later;
