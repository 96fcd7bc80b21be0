import { expectThat } from '@gateproof/harness';
import { type ClientCheck, clientRows } from './define-client-check.ts';
import { controlForged, controlGenuine, type Delivery, plainEvent, verify } from './verifying.ts';

/** Values that no secret of the client makes. */
export const wrong = 'a'.repeat(64);
export const otherWrong = '0123456789abcdef'.repeat(4);
/** The event, and a large one. */
export const event = JSON.parse(plainEvent) as Readonly<Record<string, unknown>>;
export const large = JSON.stringify({ ...event, padding: 'x'.repeat(100_000), end: 'here' });
/** A delivery with this header. */
export const header = (make: NonNullable<Delivery['header']>): Delivery => ({ header: make });

/** A check of deliveries that `verify_webhook` must accept, or refuse. */
export function judged(
  name: string,
  isGenuine: boolean,
  what: string,
  rows: Readonly<Record<string, Delivery>>,
): ClientCheck {
  return clientRows(`client.webhook.${name}`, rows, async (world, delivery) => {
    if (name !== 'genuine') await controlGenuine(world);
    if (name !== 'wrong-secret') await controlForged(world);
    const { isAccepted, said } = await verify(world, delivery);
    expectThat(world, isAccepted === isGenuine, {
      expected: `${what} to be ${isGenuine ? 'accepted' : 'refused'}`,
      observed: said,
    });
  });
}
