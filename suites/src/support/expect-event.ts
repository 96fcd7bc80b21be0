import { expectThat, type WebhookEndpoint, type World } from '@gateproof/harness';
import { deliveryOf } from './deliveries.ts';
import { deliveryFor, inTime, typeOf } from './webhooks.ts';

/** States that the event of a job arrives, and is of this type. */
export async function expectEvent(
  world: World,
  webhook: WebhookEndpoint,
  job: { readonly id: string },
  type: string,
): Promise<void> {
  const exchange = await deliveryFor(world, webhook, job.id);
  const reported = exchange === undefined ? undefined : typeOf(deliveryOf(exchange, world.prefix));
  expectThat(world, reported === type, {
    expected: `${type} for job ${job.id} ${inTime(world)} of its end`,
    observed: exchange === undefined ? 'no delivery' : String(reported),
    ...(exchange === undefined ? {} : { exchanges: [exchange.id] }),
  });
}
