import { createHmac } from 'node:crypto';
import type { Delivery, ReceiverWorld, WebhookEvent } from '@gateproof/harness';

/** How a delivery of an event is forged. */
export type Forgery = (event: WebhookEvent, world: ReceiverWorld) => Omit<Delivery, 'event'>;

/** Forgeries by what is wrong with them. */
export type Forgeries = Readonly<
  Record<
    string,
    {
      readonly what: string;
      readonly forgeries: readonly Forgery[];
      /** Too long to come in every form of delivery. */
      readonly alone?: readonly Forgery[];
    }
  >
>;

/** Events that are spelled otherwise than as compact JSON. */
const spellings = new WeakMap<WebhookEvent, string>();

/** Spells the event like this wherever it is forged. */
export function spellAs(event: WebhookEvent, text: string): void {
  spellings.set(event, text);
}

/** The bytes of an event. */
export const json = (event: WebhookEvent) => spellings.get(event) ?? JSON.stringify(event);
export const hmac = (algorithm: string, secret: string, text: string) =>
  createHmac(algorithm, secret).update(text).digest('hex');
/** The newest of the receiver's secrets. */
export const newest = (world: ReceiverWorld) => world.secrets[0] ?? '';
