import { createHmac } from 'node:crypto';
import { clock } from '../clock.ts';
import { type ReceiverBehaviour, referenceReceiver as right, type SeenDelivery } from './receiver-behaviour.ts';
import type { BadReceiver } from './receiver-deviations.ts';

const secrets = ['whsec_Newest0123456789abcdef', 'whsec_Previous0123456789abc'] as const;
const [, previous] = secrets;

const entriesOf = ({ signature = '' }: SeenDelivery) => right.entries(signature);
const v1sOf = (delivery: SeenDelivery) => right.candidates(entriesOf(delivery));
const tOf = (delivery: SeenDelivery) => entriesOf(delivery).find(([name]) => name === 't')?.[1] ?? '';

function v1Of(delivery: SeenDelivery, secret: string): string {
  return createHmac('sha256', secret)
    .update(`${tOf(delivery)}.`)
    .update(delivery.body)
    .digest('hex');
}

const isSignedBy = (delivery: SeenDelivery, secret: string) => v1sOf(delivery).includes(v1Of(delivery, secret));

/** Believes what a known secret signed at any time, in some cases. */
const timeless = (isBelieved: (delivery: SeenDelivery) => boolean): Partial<ReceiverBehaviour> => ({
  isVerified: (verified, delivery) =>
    verified ||
    (/^\d{1,10}$/.test(tOf(delivery)) &&
      isBelieved(delivery) &&
      secrets.some((secret) => isSignedBy(delivery, secret))),
});

const createdAtOf = ({ body }: SeenDelivery) =>
  Date.parse(/"created_at":"([^"]*)","data"/.exec(body.toString())?.[1] ?? '') / 1000;

/** Receivers that break a rule during a rotation only, or by what no signature covers. */
export const rotatedReceivers: readonly BadReceiver[] = [
  {
    id: 'receiver.time.stale:two-entries',
    changes: timeless((delivery) => v1sOf(delivery).length > 1),
    // Two headers in one line have two entries.
    entails: ['receiver.time.', 'receiver.forged.timestamp-changed'],
  },
  {
    id: 'receiver.time.far-future:previous-secret',
    changes: timeless((delivery) => Number(tOf(delivery)) > clock.wallMs() / 1000 && isSignedBy(delivery, previous)),
    entails: ['receiver.time.future-beyond'],
  },
  {
    id: 'receiver.time.stale:created-then',
    changes: timeless((delivery) => Math.abs(createdAtOf(delivery) - Number(tOf(delivery))) <= 300),
    entails: ['receiver.time.far-future', 'receiver.time.future-beyond'],
  },
  {
    id: 'receiver.forged.without-effect:stale',
    changes: { handlesRefused: (delivery) => isSignedBy(delivery, previous) },
  },
  {
    id: 'receiver.forged.empty-secret:undefined',
    changes: { secrets: (known) => [...known, 'undefined'] },
  },
  {
    id: 'receiver.forged.unsigned:ping-header',
    changes: {
      isVerified: (verified, delivery) => verified || delivery.values('svc-event')[0] === 'ping',
    },
    entails: ['receiver.forged.wrong-secret'],
  },
  {
    id: 'receiver.rotation.previous-secret:second-place-alone',
    changes: {
      isVerified: (verified, delivery) =>
        verified && !(v1sOf(delivery).length > 1 && v1sOf(delivery)[0] === v1Of(delivery, previous)),
    },
    entails: ['receiver.rotation.new-secret'],
  },
  {
    id: 'receiver.duplicate.after-rotation',
    changes: {
      identity: ({ id }, delivery) => `${id} ${secrets.findIndex((secret) => isSignedBy(delivery, secret))}`,
    },
  },
];
