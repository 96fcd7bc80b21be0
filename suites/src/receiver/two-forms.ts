import {
  type EventType,
  expectThat,
  isTroubled,
  NotExercised,
  type ReceiverWorld,
  type WebhookEvent,
} from '@gateproof/harness';
import {
  controlVerifies,
  deliverPersistently,
  expectAcknowledged,
  isAcknowledged,
} from '../support/receiver/acknowledged.ts';
import { type ReceiverCheck, receiverCheck } from '../support/receiver/define-receiver-check.ts';
import {
  type DeliveryForm,
  deliveryForms,
  describeForms,
  goTogether,
  inForms,
  takenBy,
  typesOf,
} from '../support/receiver/delivery-forms.ts';
import { effectsIfSeen } from '../support/receiver/effects.ts';
import { isQuick } from '../support/receiver/refused-in-forms.ts';
import { requires } from '../support/receiver/repeats-in-forms.ts';

/** So many arrive together. */
const together = 8;
/** A receiver that takes its time gets fewer, and one that takes deliveries one by one still fewer. */
const budgetS = { ofMany: 25, ofFew: 5 };

interface FormedEvent {
  readonly event: WebhookEvent;
  readonly forms: readonly DeliveryForm[];
}

const pairs = deliveryForms.flatMap((one, place) =>
  deliveryForms.slice(place + 1).flatMap((other) => (goTogether(one, other) ? [[one, other]] : [])),
);

/** An event in each form that the type can have, of those that are acknowledged: refusing another one breaks a rule of its own, or this one. */
async function acceptedForms(world: ReceiverWorld, type: EventType): Promise<ReadonlyMap<DeliveryForm, WebhookEvent>> {
  const accepted = new Map<DeliveryForm, WebhookEvent>();
  for (const form of deliveryForms.filter((one) => typesOf([one]).includes(type))) {
    const delivery = inForms(world, world.event(type), [form]);
    const exchange = await deliverPersistently(world, delivery);
    if (!isQuick([exchange])) throw new NotExercised('a delivery takes over a second');
    if (form.hasNoRule && !isTroubled(exchange))
      expectAcknowledged(world, exchange, `a genuine delivery ${form.what},`);
    if (isAcknowledged(exchange)) accepted.set(form, delivery.event);
  }
  return accepted;
}

interface Sending {
  /** What goes together in the sending; 1: one after the other. */
  readonly size: number;
  whatOf(one: FormedEvent): string;
}

/** Delivers what fits into the time, and states that each is acknowledged. Ends where the receiver turns one away time and again. */
async function acknowledgesAll(
  world: ReceiverWorld,
  all: readonly FormedEvent[],
  { size, whatOf }: Sending,
): Promise<readonly FormedEvent[]> {
  const untilS = world.nowS() + (world.takesMany ? budgetS.ofMany : budgetS.ofFew);
  let sent = 0;
  for (; sent < all.length && world.nowS() < untilS; sent += size) {
    const batch = all.slice(sent, sent + size);
    const exchanges = await Promise.all(
      batch.map(({ event, forms }) => deliverPersistently(world, inForms(world, event, forms))),
    );
    if (exchanges.some(isTroubled)) break;
    for (const [place, one] of batch.entries()) {
      const exchange = exchanges[place];
      if (exchange !== undefined) requires(world, one.forms, () => expectAcknowledged(world, exchange, whatOf(one)));
    }
  }
  if (sent === 0) throw new NotExercised('the receiver turns away what comes together');
  return all.slice(0, sent);
}

const eventsOf = (all: readonly FormedEvent[]) => all.map(({ event }) => event);

/** Outputs may be counted one by one. */
const isCounted = ({ forms }: FormedEvent) => !forms.some(({ hasOutputs }) => hasOutputs);

const genuine = receiverCheck('receiver.genuine.two-forms', async (world, type) => {
  await controlVerifies(world, type);
  const accepted = await acceptedForms(world, type);
  const wanted = takenBy(type, pairs).filter((forms) => forms.every((form) => accepted.has(form)));
  const whatOf = ({ forms }: FormedEvent) => `a genuine delivery ${describeForms(forms)},`;
  const plain = { event: world.event(type), forms: [] };
  const all = [plain, ...wanted.map((forms) => ({ event: world.event(type), forms }))];
  const alone = [...accepted].map(([form, event]) => ({ event, forms: [form] }));
  const sent = [...(await acknowledgesAll(world, all, { size: world.takesMany ? together : 1, whatOf })), ...alone];
  const [usual, ...counts] = (await effectsIfSeen(world, eventsOf(sent))) ?? [];
  // Where plain events have no effect, or none that can be seen, rules of their own say so.
  if (usual === undefined || usual === 0) return;
  const odd = sent.slice(1).findIndex((one, place) => {
    const count = counts[place] ?? usual;
    return count === 0 || (isCounted(one) && count > usual);
  });
  const found = sent[odd + 1];
  if (odd < 0 || found === undefined) return;
  requires(world, found.forms, () =>
    expectThat(world, false, {
      expected: `as many effects of ${whatOf(found)} as of a plain one, which has ${usual}`,
      observed: `${counts[odd]} effects`,
    }),
  );
});

/** What came in one form comes again in another one that leaves the event as it is, or as a plain one. */
const repeated = deliveryForms.flatMap((first) => [
  [first],
  ...deliveryForms.flatMap((again) =>
    again.event === undefined && typesOf([first, again]).length > 0 ? [[first, again]] : [],
  ),
]);

/** The first deliveries of all, the events in the shape that they keep. */
const firstsOf = (world: ReceiverWorld, type: EventType, all: readonly (readonly DeliveryForm[])[]): FormedEvent[] =>
  all.map(([first]) => {
    const event = first === undefined ? world.event(type) : inForms(world, world.event(type), [first]).event;
    return { event, forms: first === undefined || first.event !== undefined ? [] : [first] };
  });

const duplicate = receiverCheck('receiver.duplicate.two-forms', async (world, type) => {
  await controlVerifies(world, type);
  const accepted = await acceptedForms(world, type);
  const wanted = takenBy(type, repeated).filter((forms) => forms.every((form) => accepted.has(form)));
  const firsts = firstsOf(world, type, wanted);
  const whatOf = (place: number) => {
    const [first, again] = wanted[place] ?? [];
    return `an event that came in a delivery ${first?.what}, and again in ${again === undefined ? 'a plain one' : `one ${again.what}`},`;
  };
  const size = world.takesMany ? together : 1;
  const sent = await acknowledgesAll(world, firsts, {
    size,
    whatOf: (one) => `the first delivery of ${whatOf(firsts.indexOf(one))}`,
  });
  const before = await effectsAtFirst(world, type, sent, wanted);
  const repeats: readonly FormedEvent[] = sent.map(({ event }, place) => ({
    event,
    forms: wanted[place]?.slice(1) ?? [],
  }));
  // What comes again does so alone, and once more.
  const sending = { size: 1, whatOf: (one: FormedEvent) => `a repeat of ${whatOf(repeats.indexOf(one))}` };
  const came = await acknowledgesAll(world, repeats, sending);
  await acknowledgesAll(world, came, { ...sending, size });
  const after = before && (await effectsIfSeen(world, eventsOf(came)));
  const twice = came.findIndex((_, place) => {
    const first = before?.[place] ?? 0;
    return first > 0 && (after?.[place] ?? 0) > first;
  });
  if (twice < 0) return;
  requires(world, wanted[twice] ?? [], () =>
    expectThat(world, false, {
      expected: `one effect of ${whatOf(twice)}`,
      observed: `${before?.[twice]} after the first delivery, ${after?.[twice]} in the end`,
    }),
  );
});

/** How many effects each has before it comes again: as many as a plain one, but where outputs may be counted one by one. */
async function effectsAtFirst(
  world: ReceiverWorld,
  type: EventType,
  sent: readonly FormedEvent[],
  wanted: readonly (readonly DeliveryForm[])[],
): Promise<readonly number[] | undefined> {
  const mayCountMore = (place: number) => wanted[place]?.[0]?.hasOutputs === true;
  const plain = { event: world.event(type), forms: [] };
  await acknowledgesAll(world, [plain], { size: 1, whatOf: () => 'a plain genuine delivery' });
  const many = sent.filter((_, place) => mayCountMore(place));
  const counts = await effectsIfSeen(world, eventsOf([plain, ...many]));
  if (counts === undefined) return undefined;
  const [usual = 0, ...ofMany] = counts;
  return sent.map((one, place) => (mayCountMore(place) ? (ofMany[many.indexOf(one)] ?? usual) : usual));
}

/** Receivers that meet one unusual thing at a time may stumble over two. */
const twoForms: readonly ReceiverCheck[] = [genuine, duplicate];
export default twoForms;
