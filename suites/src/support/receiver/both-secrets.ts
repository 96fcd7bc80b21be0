import { type Delivery, NotExercised, type ReceiverWorld, type WebhookEvent } from '@gateproof/harness';
import { hmac, json } from './forgery.ts';

/** The new secret and the previous one. Throws `NotExercised` where the receiver was given one. */
export function bothSecrets({ secrets }: ReceiverWorld): readonly [newest: string, previous: string] {
  const [newest, previous] = secrets;
  if (newest === undefined || previous === undefined)
    throw new NotExercised('the receiver was given one secret; --previous-secret names the other');
  return [newest, previous];
}

/** The signature header that a gateway sends during a rotation: an entry for each secret, in this order. */
export function signedBy(event: WebhookEvent, secrets: readonly string[]): NonNullable<Delivery['signature']> {
  return ({ t }) => `t=${t},${secrets.map((key) => `v1=${hmac('sha256', key, `${t}.${json(event)}`)}`).join()}`;
}
