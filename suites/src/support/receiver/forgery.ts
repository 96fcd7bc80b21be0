import { createHmac } from 'node:crypto';
import type { Delivery, ReceiverWorld, WebhookEvent } from '@gateproof/harness';

/** What forging needs of a case. */
export type ForgeryWorld = Pick<ReceiverWorld, 'prefix' | 'secrets' | 'nowS' | 'unique'>;

/** How a delivery of an event is forged. */
export type Forgery = (event: WebhookEvent, world: ForgeryWorld) => Omit<Delivery, 'event'>;

/** Where what was signed with the newest secret is signed with this one. */
export const signingWith = (world: ForgeryWorld, secret: string): ForgeryWorld => ({
  prefix: world.prefix,
  secrets: [secret, ...world.secrets.filter((one) => one !== secret)],
  nowS: () => world.nowS(),
  unique: (word) => world.unique(word),
});

/** Forgeries by what is wrong with them. */
export type Forgeries = Readonly<
  Record<
    string,
    {
      readonly what: string;
      readonly forgeries: readonly Forgery[];
      /** Too long, or too dear, to come in every form of delivery. */
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
export const newest = ({ secrets }: Pick<ReceiverWorld, 'secrets'>) => secrets[0] ?? '';
