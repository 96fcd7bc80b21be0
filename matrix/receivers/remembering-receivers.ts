import { isObject } from '@gateproof/harness';
import { clock } from '../clock.ts';
import { otherSecret } from './judge-receiver.ts';
import { type ReceiverBehaviour, referenceReceiver as right, type SeenDelivery } from './receiver-behaviour.ts';
import { type BadReceiver, reserialised } from './receiver-deviations.ts';

const previous = 'whsec_Previous0123456789abc';

const entriesOf = ({ signature = '' }: SeenDelivery) => right.entries(signature);
const v1sOf = (delivery: SeenDelivery) => right.candidates(entriesOf(delivery));
const tOf = (delivery: SeenDelivery) => entriesOf(delivery).find(([name]) => name === 't')?.[1] ?? '';
const isSignedWith = (delivery: SeenDelivery, secret: string) =>
  right.digest(secret, right.signed(tOf(delivery), delivery.body)).some((value) => v1sOf(delivery).includes(value));

function fieldOf({ body }: SeenDelivery, name: 'id' | 'type'): string {
  try {
    const event = JSON.parse(body.toString()) as Readonly<Record<string, unknown>>;
    return String(event[name]);
  } catch {
    return '';
  }
}

/** Decides by what it knew when it was restarted; undefined: it was not restarted. */
function sinceRestart(
  isVerified: (verified: boolean, delivery: SeenDelivery, known: ReadonlySet<string>) => boolean,
): Partial<ReceiverBehaviour> {
  const known = new Set<string>();
  return {
    survivesRestart(identity) {
      known.add(identity);
      return true;
    },
    isVerified: (verified, delivery) => (known.size === 0 ? verified : isVerified(verified, delivery, known)),
  };
}

/** Verifies a header with several entries once. */
function verifiesHeadersOnce(): Partial<ReceiverBehaviour> {
  const verifiedHeaders = new Set<string>();
  return {
    isVerified(verified, delivery) {
      const { signature = '' } = delivery;
      if (verified && v1sOf(delivery).length > 1) verifiedHeaders.add(signature);
      return verified || verifiedHeaders.has(signature);
    },
  };
}

/** Verifies a signature of one body once, whatever the t of the next delivery is. */
function verifiesSignaturesOnce(): Partial<ReceiverBehaviour> {
  const verifiedBodies = new Set<string>();
  const keysOf = (delivery: SeenDelivery) => v1sOf(delivery).map((v1) => `${v1} ${delivery.body}`);
  return {
    isVerified(verified, delivery) {
      const keys = keysOf(delivery);
      if (verified) for (const key of keys) verifiedBodies.add(key);
      return verified || keys.some((key) => verifiedBodies.has(key));
    },
  };
}

/** Takes a delivery id that came before for an attack. */
function refusesKnownDeliveryIds(): Partial<ReceiverBehaviour> {
  const ids = new Set<string>();
  return {
    rejects({ deliveryId = '' }) {
      if (ids.has(deliveryId)) return true;
      ids.add(deliveryId);
      return false;
    },
  };
}

/** Compares bytes as texts that end at a zero. */
function endsAtZero(given: string, wanted: string): boolean {
  if (!/^([0-9a-f]{2})+$/.test(given)) return false;
  const upToZero = (digits: string) => digits.match(/../g)?.join(' ').split('00')[0];
  return upToZero(given) === upToZero(wanted);
}

/** Receivers that let what they remember decide, or verify the previous secret's signatures in another way. */
export const rememberingReceivers: readonly BadReceiver[] = [
  { id: 'receiver.forged.spliced:headers-verified-once', changes: verifiesHeadersOnce() },
  {
    id: 'receiver.forged.spliced:signatures-verified-once',
    changes: verifiesSignaturesOnce(),
    entails: ['receiver.time.', 'receiver.forged.'],
  },
  {
    id: 'receiver.forged.unsigned:test-delivery-ids',
    changes: { isVerified: (verified, { deliveryId = '' }) => verified || deliveryId.startsWith('whd_test_') },
    entails: ['receiver.forged.wrong-secret'],
  },
  {
    id: 'receiver.forged.wrong-secret:handled-before-restart',
    changes: sinceRestart((verified, delivery, known) => verified || known.has(fieldOf(delivery, 'id'))),
    only: 'receiver.',
    entails: ['receiver.time.', 'receiver.forged.', 'receiver.duplicate.after-restart'],
  },
  {
    id: 'receiver.time.stale:handled-before-restart',
    changes: sinceRestart(
      (verified, delivery, known) =>
        verified ||
        (known.has(fieldOf(delivery, 'id')) &&
          /^\d{1,10}$/.test(tOf(delivery)) &&
          isSignedWith(delivery, 'whsec_Newest0123456789abcdef')),
    ),
    entails: ['receiver.time.', 'receiver.duplicate.after-restart'],
  },
  {
    id: 'receiver.forged.other-endpoint:canceled-after-restart',
    changes: sinceRestart(
      (verified, delivery) =>
        verified || (fieldOf(delivery, 'type') === 'job.canceled' && isSignedWith(delivery, otherSecret)),
    ),
    entails: ['receiver.duplicate.after-restart'],
  },
  {
    id: 'receiver.forged.body-only:of-the-previous-secret',
    changes: {
      isVerified: (verified, delivery) =>
        verified || right.digest(previous, delivery.body).some((value) => v1sOf(delivery).includes(value)),
    },
  },
  {
    id: 'receiver.genuine.two-forms:previous-secret-signs-compact-json',
    changes: {
      isVerified: (verified, delivery) =>
        verified &&
        (!isSignedWith(delivery, previous) ||
          right
            .digest(previous, reserialised(tOf(delivery), delivery.body))
            .some((value) => v1sOf(delivery).includes(value))),
    },
    entails: ['receiver.duplicate.two-forms'],
  },
  {
    id: 'receiver.genuine.two-forms:created-ahead',
    changes: { understands: ({ created_at }) => Date.parse(String(created_at)) < clock.wallMs() + 60_000 },
    entails: ['receiver.duplicate.', 'receiver.time.future-within', 'receiver.forged.genuine-after'],
  },
  {
    id: 'receiver.tolerance.field-values:output-of-a-failed-job',
    changes: {
      understands: ({ type, data }) => type === 'job.succeeded' || !(isObject(data) && Array.isArray(data.output)),
    },
  },
  {
    id: 'receiver.time.past-within:verified-late',
    changes: { verifiesAfterMs: 1_500, toleranceS: { past: 290, future: 300 } },
    only: 'receiver.time.',
  },
  { id: 'receiver.forged.one-digit:ends-at-zero', changes: { matches: endsAtZero }, entails: ['receiver.forged.'] },
  {
    id: 'receiver.duplicate.acknowledged:known-delivery-id',
    changes: refusesKnownDeliveryIds(),
    entails: ['receiver.'],
  },
];
