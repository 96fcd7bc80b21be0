import { createHmac } from 'node:crypto';
import type { Delivery, ReceiverWorld, WebhookEvent } from '@gateproof/harness';

/** How a delivery of an event is forged. */
export type Forgery = (event: WebhookEvent, world: ReceiverWorld) => Omit<Delivery, 'event'>;

/** Forgeries by what is wrong with them. */
export type Forgeries = Readonly<Record<string, { readonly what: string; readonly forgeries: readonly Forgery[] }>>;

export const json = (event: WebhookEvent) => JSON.stringify(event);
export const hmac = (algorithm: string, secret: string, text: string) =>
  createHmac(algorithm, secret).update(text).digest('hex');
/** The newest of the receiver's secrets. */
export const newest = (world: ReceiverWorld) => world.secrets[0] ?? '';
