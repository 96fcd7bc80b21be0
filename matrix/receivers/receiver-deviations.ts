import { createHash } from 'node:crypto';
import { clock } from '../clock.ts';
import { everyNth } from './every-nth.ts';
import {
  type Entries,
  type ReceiverBehaviour,
  referenceReceiver as right,
  type SeenDelivery,
} from './receiver-behaviour.ts';

/** A known-bad receiver: what it changes, the rule that must catch it, and rules that can't hold beside it. */
export interface BadReceiver {
  /** The rule's id, or `<rule id>:<how>`. */
  readonly id: string;
  readonly changes: Partial<ReceiverBehaviour>;
  readonly entails?: readonly string[];
  /** Beginning of the ids of the only rules that are run, where all would take too long. */
  readonly only?: string;
  /** `thorough` where no case of a standard run shows it. */
}

type Event = Readonly<Record<string, unknown>>;

const v1s = (entries: Entries) => right.candidates(entries);

export const textOf = (body: Buffer) => body.toString();

const data = (event: Event) => (event.data ?? {}) as Event;

const rewritten = (body: Buffer) => JSON.stringify(JSON.parse(textOf(body)));

/** Signs what JSON.parse and JSON.stringify make of the body. */
export const reserialised = (t: string, body: Buffer) => {
  try {
    return `${t}.${rewritten(body)}`;
  } catch {
    return '';
  }
};

const refusing = (predicate: (event: Event) => boolean): Partial<ReceiverBehaviour> => ({
  understands: (event) => !predicate(event),
});

const rejecting = (predicate: (delivery: SeenDelivery) => boolean): Partial<ReceiverBehaviour> => ({
  rejects: predicate,
});

const strict = (pattern: RegExp): Partial<ReceiverBehaviour> => ({
  entries: (header) => (pattern.test(header) ? right.entries(header) : []),
});

const genuine: readonly BadReceiver[] = [
  ...['succeeded', 'failed', 'canceled'].map((state) => ({
    id: `receiver.genuine.${state}`,
    changes: refusing(({ type }) => type === `job.${state}`),
    entails: ['receiver.rotation.', 'receiver.genuine.'],
  })),
  { id: 'receiver.genuine.in-time', changes: { answerAfterMs: 11_000 }, only: 'receiver.genuine.in-time' },
  {
    id: 'receiver.genuine.seldom-refused',
    changes: { turnsAway: everyNth(2) },
    only: 'receiver.genuine.seldom-refused',
  },
  {
    id: 'receiver.genuine.simultaneous',
    changes: { capacity: 3, answerAfterMs: 40 },
    only: 'receiver.genuine.simultaneous',
  },
  { id: 'receiver.genuine.no-redirect', changes: { acknowledged: 302, repeated: 302 }, entails: ['receiver.*'] },
  { id: 'receiver.genuine.minimal-job', changes: refusing((event) => data(event).started_at === undefined) },
  { id: 'receiver.genuine.foreign-job', changes: refusing((event) => !String(data(event).model).startsWith('acme/')) },
  { id: 'receiver.genuine.expired-link', changes: refusing((event) => JSON.stringify(event).includes('gone.png')) },
  {
    id: 'receiver.genuine.large',
    changes: rejecting(({ body }) => body.length > 65_536),
    entails: ['receiver.genuine.very-large'],
  },
  { id: 'receiver.genuine.very-large', changes: rejecting(({ body }) => body.length > 102_400) },
];

const bytes: readonly BadReceiver[] = [
  {
    id: 'receiver.bytes.spacing',
    changes: { signed: reserialised },
    entails: ['receiver.bytes.', 'receiver.forged.body-'],
  },
  {
    id: 'receiver.bytes.key-order',
    changes: rejecting(
      ({ body }) =>
        !textOf(body)
          .trimStart()
          .replace(/^\{\s*/, '')
          .startsWith('"id"'),
    ),
    entails: ['receiver.duplicate.acknowledged'],
  },
  {
    id: 'receiver.bytes.escapes',
    changes: rejecting(({ body }) => textOf(body).includes('\\/')),
    entails: ['receiver.forged.body-rewritten'],
  },
  {
    id: 'receiver.bytes.unicode',
    changes: { signed: (t, body) => `${t}.${body.toString('latin1')}` },
    entails: ['receiver.bytes.chunked'],
  },
  { id: 'receiver.bytes.numbers', changes: rejecting(({ body }) => /\d[.]0[,e}]|1e2/.test(textOf(body))) },
  {
    id: 'receiver.bytes.final-newline',
    changes: { signed: (t, body) => `${t}.${textOf(body).trimEnd()}` },
    entails: ['receiver.forged.body-'],
  },
  {
    id: 'receiver.bytes.chunked',
    changes: rejecting(({ headerNames }) => headerNames.some((name) => name.toLowerCase() === 'transfer-encoding')),
  },
  { id: 'receiver.bytes.charset', changes: rejecting(({ contentType }) => contentType !== 'application/json') },
  {
    id: 'receiver.bytes.header-case',
    changes: rejecting(
      ({ headerNames }) =>
        !headerNames.includes('SVC-Signature') && headerNames.some((name) => /^svc-signature$/i.test(name)),
    ),
  },
];

const time: readonly BadReceiver[] = [
  { id: 'receiver.time.past-within', changes: { toleranceS: { past: 298, future: 300 } } },
  { id: 'receiver.time.past-beyond', changes: { toleranceS: { past: 301, future: 300 } } },
  { id: 'receiver.time.future-within', changes: { toleranceS: { past: 300, future: 299 } } },
  { id: 'receiver.time.future-beyond', changes: { toleranceS: { past: 300, future: 301 } } },
  {
    id: 'receiver.time.stale',
    changes: { toleranceS: { past: Number.POSITIVE_INFINITY, future: 300 } },
    entails: ['receiver.time.past-beyond', 'receiver.forged.without-effect', 'receiver.forged.timestamp-changed'],
  },
  {
    id: 'receiver.time.far-future',
    changes: { toleranceS: { past: 300, future: 100_000 } },
    entails: ['receiver.time.future-beyond'],
  },
  {
    id: 'receiver.time.milliseconds',
    changes: {
      timestamp: (entries) => {
        const t = right.timestamp(entries);
        return t !== undefined && t > 1e11 ? Math.floor(t / 1000) : t;
      },
    },
  },
  {
    id: 'receiver.time.old-event',
    changes: refusing(({ created_at }) => Date.parse(String(created_at)) < clock.wallMs() - 7_200_000),
  },
];

const rotation: readonly BadReceiver[] = [
  {
    id: 'receiver.rotation.first-matches',
    changes: { candidates: (entries) => v1s(entries).slice(-1) },
    entails: ['receiver.rotation.'],
  },
  {
    id: 'receiver.rotation.second-matches',
    changes: { candidates: (entries) => v1s(entries).slice(0, 1) },
    entails: ['receiver.rotation.'],
  },
  { id: 'receiver.rotation.third-matches', changes: { candidates: (entries) => v1s(entries).slice(0, 2) } },
  {
    id: 'receiver.rotation.none-matches',
    changes: {
      isVerified: (verified, { signature }) =>
        verified ||
        ((signature ?? '').split('v1=').length === 3 && /v1=a{64},v1=0123456789abcdef0/.test(signature ?? '')),
    },
    entails: ['receiver.forged.other-scheme', 'receiver.forged.malformed-header'],
  },
  {
    id: 'receiver.rotation.unknown-entry',
    changes: strict(/^(?:\s*(?:t|v1)=[^,]*,?)*$/),
    entails: ['receiver.forged.'],
  },
  {
    id: 'receiver.rotation.malformed-beside',
    changes: {
      candidates: (entries) => (v1s(entries).every((value) => /^[0-9a-f]{64}$/.test(value)) ? v1s(entries) : []),
    },
  },
  { id: 'receiver.rotation.new-secret', changes: { secrets: (secrets) => secrets.slice(1) }, entails: ['receiver.'] },
  { id: 'receiver.rotation.previous-secret', changes: { secrets: (secrets) => secrets.slice(0, 1) } },
  { id: 'receiver.rotation.entry-order', changes: strict(/^t=/) },
  { id: 'receiver.rotation.blanks', changes: strict(/^[^ ]*$/) },
];

const duplicate: readonly BadReceiver[] = [
  { id: 'receiver.duplicate.acknowledged', changes: { repeated: 409 } },
  { id: 'receiver.duplicate.handled-once', changes: { remembers: () => false }, entails: ['receiver.duplicate.'] },
  {
    id: 'receiver.duplicate.other-delivery-id',
    changes: { identity: (_event, { deliveryId }) => String(deliveryId) },
    entails: ['receiver.duplicate.'],
  },
  {
    id: 'receiver.duplicate.other-bytes',
    changes: { identity: (_event, { body }) => createHash('sha256').update(body).digest('hex') },
    entails: ['receiver.duplicate.other-spelling', 'receiver.duplicate.after-restart', 'receiver.duplicate.later'],
  },
  { id: 'receiver.duplicate.simultaneous', changes: { noteAfterMs: 60 } },
  {
    id: 'receiver.duplicate.eight-times',
    changes: { remembers: (_since, times) => times < 4 },
    entails: [
      'receiver.duplicate.other-connection',
      'receiver.duplicate.other-spelling',
      'receiver.duplicate.simultaneous',
    ],
  },
  { id: 'receiver.duplicate.later', changes: { remembers: (since) => since < 40 }, entails: ['receiver.duplicate.'] },
  { id: 'receiver.duplicate.distinct-events', changes: { identity: (event) => String(data(event).id) } },
  {
    id: 'receiver.duplicate.same-delivery-id',
    changes: {
      identity: (event, { deliveryId }) =>
        String(deliveryId).includes('shared') ? String(deliveryId) : String(event.id),
    },
  },
];

const tolerance: readonly BadReceiver[] = [
  {
    id: 'receiver.tolerance.unknown-fields',
    changes: refusing((event) => Object.keys(event).length > 4),
    entails: ['receiver.bytes.numbers'],
  },
  {
    id: 'receiver.tolerance.unknown-headers',
    changes: rejecting(({ headerNames }) => headerNames.some((name) => /^svc-attempt$/i.test(name))),
  },
  {
    id: 'receiver.tolerance.unknown-type',
    changes: refusing(({ type }) => !/^job\.(succeeded|failed|canceled)$/.test(String(type))),
  },
  {
    id: 'receiver.tolerance.unknown-values',
    changes: refusing((event) => !['image', 'audio_stt'].includes(String(data(event).modality))),
  },
  {
    id: 'receiver.tolerance.reordered',
    changes: refusing(({ created_at }) => {
      const age = clock.wallMs() - Date.parse(String(created_at));
      return age > 200_000 && age < 5_000_000;
    }),
  },
];

/** Known-bad receivers, at least one for each rule that can be observed. */
export const badReceivers: readonly BadReceiver[] = [
  ...genuine,
  ...bytes,
  ...time,
  ...rotation,
  ...duplicate,
  ...tolerance,
];
