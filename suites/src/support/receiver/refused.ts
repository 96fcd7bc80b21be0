import {
  caution,
  type Delivery,
  describeAnswer,
  type Exchange,
  eventTypes,
  expectAnswer,
  expectThat,
  type ReceiverWorld,
} from '@gateproof/harness';
import { controlGenuine, isClosed } from './acknowledged.ts';

/** A receiver may refuse by whatever status that is no 2xx, a 429 or 503 too. */
const anyRefusal = [429, 503];

/** States that the receiver refused a delivery. A redirect is a refusal that F100 warns about. */
export function expectRefused(world: ReceiverWorld, exchange: Exchange, what: string): void {
  const status = isClosed(exchange) ? undefined : expectAnswer(world, exchange, anyRefusal).status;
  expectThat(world, status === undefined || status < 200 || status >= 300, {
    expected: `${what} to be refused: any status but 2xx`,
    observed: describeAnswer(exchange),
    exchanges: [exchange.id],
  });
  if (status === undefined || status < 300 || status >= 400) return;
  caution(world, {
    expected: 'a refusal to be no redirect',
    observed: describeAnswer(exchange),
    exchanges: [exchange.id],
  });
}

/** Sends a delivery that must be refused to a receiver that accepts a genuine one. */
export async function refuses(world: ReceiverWorld, delivery: Delivery, what: string): Promise<Exchange> {
  await controlGenuine(
    world,
    eventTypes.find((type) => type === delivery.event.type),
  );
  const exchange = await world.deliver(delivery);
  expectRefused(world, exchange, what);
  return exchange;
}
