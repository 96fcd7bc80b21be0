import {
  type Delivery,
  describeAnswer,
  type EventType,
  expectThat,
  isTroubled,
  type ReceiverWorld,
} from '@gateproof/harness';
import { limitOf } from '@gateproof/spec';
import { isAcknowledged } from './acknowledged.ts';
import { inBatches } from './batches.ts';
import { type DeliveryForm, inForms } from './delivery-forms.ts';
import { isQuick } from './refused-in-forms.ts';
import { formsOf, requires } from './repeats-in-forms.ts';

const toleranceS = limitOf('webhook signature tolerance');
/** A receiver's clock may be off by five seconds (freedom F154), and a delivery that is answered soon is under way for a second or two. */
const marginS = 8;

interface Timed {
  readonly forms: readonly DeliveryForm[];
  readonly what: string;
  deliveryAt(timestamp: number): Delivery;
}

/** A delivery in each form that says nothing of time, and one that the previous secret alone signs. */
function timedForms(world: ReceiverWorld, type: EventType): readonly Timed[] {
  const [, previous] = world.secrets;
  const inForm = formsOf(type)
    .filter(({ aspect }) => aspect !== 'time')
    .map((form): Timed => {
      const deliveryAt = (timestamp: number) => inForms(world, world.event(type), [form], () => ({ timestamp }));
      return { forms: [form], what: form.what, deliveryAt };
    });
  if (previous === undefined) return inForm;
  const deliveryAt = (timestamp: number) => ({ event: world.event(type), secret: previous, timestamp });
  return [{ forms: [], what: 'that the previous secret signs', deliveryAt }, ...inForm];
}

/** Whether it is refused, and soon; what took its time, or was turned away, shows nothing. */
async function isRefusedSoon(world: ReceiverWorld, delivery: Delivery) {
  const exchange = await world.deliver(delivery);
  const isRefused = isQuick([exchange]) && !isTroubled(exchange) && !isAcknowledged(exchange);
  return { exchange, isRefused };
}

/** States that whatever else is unusual about a delivery narrows the tolerance in no direction: `sign` is -1 for an old t and 1 for one ahead. */
export async function acknowledgesNearBoundary(world: ReceiverWorld, type: EventType, sign: 1 | -1): Promise<void> {
  const aside = sign * (toleranceS - marginS - world.clockMarginS);
  const timed = timedForms(world, type);
  const nearNow = ({ deliveryAt }: Timed) => deliveryAt(Math.floor(world.nowS()) + aside);
  for (const batch of inBatches(world, timed)) {
    const exchanges = await Promise.all(batch.map((one) => world.deliver(nearNow(one))));
    if (!isQuick(exchanges)) return;
    for (const [place, one] of batch.entries()) {
      const exchange = exchanges[place];
      if (exchange !== undefined && !isAcknowledged(exchange)) await confirm(world, one, nearNow);
    }
  }
}

/** What is refused at any time breaks a rule of its own. */
async function confirm(world: ReceiverWorld, one: Timed, nearNow: (one: Timed) => Delivery): Promise<void> {
  const { exchange, isRefused } = await isRefusedSoon(world, nearNow(one));
  if (!isRefused || !isAcknowledged(await world.deliver(one.deliveryAt(Math.floor(world.nowS()))))) return;
  const nearS = toleranceS - marginS - world.clockMarginS;
  requires(world, one.forms, () =>
    expectThat(world, false, {
      expected: `a genuine delivery ${one.what}, whose t differs by ${nearS} seconds from the clock, to be answered with a 2xx, as it is with a t of now`,
      observed: describeAnswer(exchange),
      exchanges: [exchange.id],
    }),
  );
}
