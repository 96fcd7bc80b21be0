import { isObject } from '@gateproof/spec';
import { clock } from '../clock.ts';
import { type ReceiverBehaviour, referenceReceiver as right, type SeenDelivery } from './receiver-behaviour.ts';
import { type BadReceiver, textOf } from './receiver-deviations.ts';

type Event = Readonly<Record<string, unknown>>;

const job = ({ data }: Event): Event => (isObject(data) ? data : {});
const isBeyondAscii = ({ body }: SeenDelivery) => body.some((byte) => byte > 127);
const hasLines = ({ body }: SeenDelivery) => textOf(body).trim().includes('\n');
const v1Count = ({ signature = '' }: SeenDelivery) => signature.split('v1=').length - 1;
const ageS = ({ signature = '' }: SeenDelivery) => clock.wallMs() / 1_000 - Number(/t=(\d+)/.exec(signature)?.[1]);
const givenV1 = ({ signature = '' }: SeenDelivery) => /v1=([0-9a-f]*)/.exec(signature)?.[1] ?? '';

/** Believes what is forged in some way once the delivery has a certain form as well. */
const alsoSigned = (
  other: (t: string, body: Buffer) => Buffer | string,
  applies: (body: Buffer) => boolean = () => true,
): Partial<ReceiverBehaviour> => ({
  digest(secret, signed) {
    const text = Buffer.from(signed);
    const dot = text.indexOf('.');
    const [t, body] = [text.subarray(0, dot).toString(), text.subarray(dot + 1)];
    return [right.digest(secret, signed), applies(body) ? right.digest(secret, other(t, body)) : []].flat();
  },
});

const rejecting = (predicate: (delivery: SeenDelivery) => boolean): Partial<ReceiverBehaviour> => ({
  rejects: predicate,
});
const refusing = (predicate: (event: Event) => boolean): Partial<ReceiverBehaviour> => ({
  understands: (event) => !predicate(event),
});

/** Compares in a careless way, in deliveries of one form alone. */
function comparingIn(
  isOfForm: (delivery: SeenDelivery) => boolean,
  matches: ReceiverBehaviour['matches'],
): Partial<ReceiverBehaviour> {
  let ofForm = false;
  return {
    rejects(delivery) {
      ofForm = isOfForm(delivery);
      return false;
    },
    matches: (given, wanted) => right.matches(given, wanted) || (ofForm && matches(given, wanted)),
  };
}

const idOf = (event: Event) => String(event.id);

/** Handles forged events of jobs that it heard of, and none that it handled before. */
function handlesForgedOfKnownJob(): Partial<ReceiverBehaviour> {
  const known = new Set<string>();
  const idsIn = ({ body }: SeenDelivery) =>
    textOf(body)
      .match(/"(?:evt|job)_[^"]*"/g)
      ?.slice(0, 2) ?? [];
  return {
    isVerified(verified, delivery) {
      if (verified) for (const id of idsIn(delivery)) known.add(id);
      return verified;
    },
    handlesRefused(delivery) {
      const [event = '', job = ''] = idsIn(delivery);
      return known.has(job) && !known.has(event);
    },
  };
}

/** Receivers that go wrong where two things meet. */
export const combinedReceivers: readonly BadReceiver[] = [
  {
    id: 'receiver.genuine.two-forms',
    changes: rejecting((delivery) => isBeyondAscii(delivery) && ageS(delivery) > 200),
  },
  {
    id: 'receiver.genuine.two-forms:signatures-and-lines',
    changes: rejecting((delivery) => hasLines(delivery) && v1Count(delivery) > 1),
  },
  {
    id: 'receiver.genuine.two-forms:expects-answer-100',
    changes: rejecting(({ values }) => values('expect').length > 0),
    entails: ['receiver.duplicate.two-forms'],
  },
  {
    id: 'receiver.genuine.two-forms:expects-answer-100-in-lines',
    changes: rejecting((delivery) => delivery.values('expect').length > 0 && hasLines(delivery)),
  },
  {
    id: 'receiver.genuine.two-forms:acknowledged-and-dropped',
    changes: {
      identity: (event, delivery) =>
        job(event).retry_of !== undefined && v1Count(delivery) > 1 ? 'dropped' : idOf(event),
    },
    entails: ['receiver.duplicate.two-forms'],
  },
  {
    id: 'receiver.duplicate.two-forms',
    changes: { identity: (event, delivery) => `${idOf(event)} ${isBeyondAscii(delivery) && v1Count(delivery)}` },
  },
  {
    id: 'receiver.duplicate.two-forms:connection',
    changes: {
      identity: (event, { values, headerNames }) =>
        `${idOf(event)} ${values('transfer-encoding').length > 0 || headerNames.includes('svc-signature')}`,
    },
  },
  {
    id: 'receiver.tolerance.field-values',
    changes: refusing(
      (event) => (job(event).error as { message?: string } | undefined)?.message?.includes('\n') === true,
    ),
  },
  {
    id: 'receiver.tolerance.field-values:several-policies',
    changes: refusing(
      (event) => (job(event).svc_metadata as { policy?: unknown[] } | undefined)?.policy?.[2] !== undefined,
    ),
  },
  {
    id: 'receiver.forged.prefix-v1:beyond-ascii',
    changes: comparingIn(isBeyondAscii, (given, wanted) => given !== '' && wanted.startsWith(given)),
  },
  {
    id: 'receiver.forged.extended-v1:several-lines',
    changes: comparingIn(hasLines, (given, wanted) => given.startsWith(wanted)),
    entails: ['receiver.forged.odd-digit-v1'],
  },
  {
    id: 'receiver.forged.one-digit:large',
    changes: comparingIn(
      ({ body }) => body.length > 100_000,
      (given, wanted) => given.length === 64 && given.slice(0, 60) === wanted.slice(0, 60),
    ),
  },
  {
    id: 'receiver.forged.other-scheme:two-signatures',
    changes: {
      candidates: (entries) =>
        entries
          .flatMap(([name, value]) => (name === 't' || entries.length < 3 ? [] : [value]))
          .concat(right.candidates(entries)),
    },
    entails: ['receiver.forged.other-digest'],
  },
  {
    id: 'receiver.forged.body-extended:first-bytes',
    changes: alsoSigned((t, body) => `${t}.${body.subarray(0, 64).toString()}`),
  },
  {
    id: 'receiver.forged.timestamp-changed:event-id',
    changes: alsoSigned((_, body) => `${/"id"\s*:\s*"([^"]*)"/.exec(textOf(body))?.[1]}.${textOf(body)}`),
  },
  { id: 'receiver.forged.without-dot:colon', changes: alsoSigned((t, body) => `${t}:${textOf(body)}`) },
  {
    id: 'receiver.forged.wrong-secret:no-delivery-id',
    changes: { isVerified: (verified, { deliveryId = '' }) => verified || deliveryId === '' },
    entails: ['receiver.forged.unsigned'],
  },
  {
    id: 'receiver.time.past-beyond:retried-job',
    changes: {
      toleranceS: { past: Number.POSITIVE_INFINITY, future: 300 },
      isVerified: (verified, delivery) =>
        verified && (ageS(delivery) < 301 || textOf(delivery.body).includes('retry_of')),
    },
    entails: ['receiver.time.stale', 'receiver.forged.timestamp-changed'],
  },
  {
    id: 'receiver.forged.without-effect:retried-job',
    changes: { handlesRefused: ({ body }) => textOf(body).includes('retry_of') },
    entails: ['receiver.forged.genuine-after', 'receiver.event.'],
  },
  {
    id: 'receiver.forged.without-effect:known-job',
    changes: handlesForgedOfKnownJob(),
    entails: ['receiver.forged.genuine-after', 'receiver.event.'],
  },
  {
    id: 'receiver.forged.no-v1:large',
    changes: {
      isVerified: (verified, delivery) => verified || (delivery.body.length > 100_000 && givenV1(delivery) === ''),
    },
    entails: ['receiver.forged.'],
  },
];
