import { hourMs } from '@gateproof/spec';
import { clock } from '../clock.ts';
import { type ReceiverBehaviour, referenceReceiver as right } from './receiver-behaviour.ts';
import type { BadReceiver } from './receiver-deviations.ts';

type Event = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown) => (typeof value === 'object' && value !== null ? value : {}) as Event;
const data = (event: Event) => objectOf(event.data);
const items = (event: Event) => (data(event).output ?? []) as readonly Event[];
const errorCode = (event: Event) => String(objectOf(data(event).error).code);
const refusing = (predicate: (event: Event) => boolean): Partial<ReceiverBehaviour> => ({
  understands: (event) => !predicate(event),
});

/** Acknowledges such events and does nothing about them, which other rules see too where they send one. */
const dropping = (
  rule: string,
  predicate: (event: Event) => boolean,
  entails: readonly string[] = [],
): BadReceiver => ({
  id: `${rule}:acknowledged-and-dropped`,
  changes: { effectCount: (event) => (predicate(event) ? 0 : 1) },
  entails: ['receiver.duplicate.distinct-events', 'receiver.event.unusual-values', ...entails],
});

/** Finds the id by a pattern: what it finds none in is acknowledged, all but the first time as if it had come before. */
const idByPattern =
  (pattern: RegExp): ReceiverBehaviour['identity'] =>
  (_event, { body }) =>
    pattern.exec(body.toString())?.[1] ?? 'none';

/** Receivers that work for events as they mostly look, and not for others that a gateway may send. */
export const unusualEventReceivers: readonly BadReceiver[] = [
  { id: 'receiver.genuine.purged-output', changes: refusing((event) => items(event).some(({ url }) => !url)) },
  {
    id: 'receiver.genuine.error-codes',
    changes: refusing((event) => errorCode(event) === 'retention_expired'),
  },
  {
    id: 'receiver.genuine.error-codes:of-endpoints-alone',
    changes: refusing((event) => !/^(undefined|provider_|upstream_|request_|internal_)/.test(errorCode(event))),
  },
  {
    id: 'receiver.rotation.third-matches:the-ends',
    changes: {
      candidates: (entries) =>
        right.candidates(entries).filter((_, place, all) => place === 0 || place === all.length - 1),
    },
  },
  {
    id: 'receiver.bytes.date-times',
    changes: refusing(({ created_at }) => !/^[\dT:-]{19}\.\d{3}Z$/.test(String(created_at))),
  },
  {
    id: 'receiver.bytes.date-times:no-offset',
    changes: refusing((event) => !String(data(event).completed_at ?? 'Z').endsWith('Z')),
  },
  {
    id: 'receiver.bytes.numbers:32-bits',
    changes: refusing((event) => items(event).some(({ bytes }) => Number(bytes) > 2 ** 31)),
  },
  {
    id: 'receiver.bytes.numbers:whole-percent',
    changes: refusing((event) => !Number.isInteger(objectOf(data(event).progress).percent)),
  },
  {
    id: 'receiver.bytes.numbers:16-bits',
    changes: refusing((event) => Number(objectOf(data(event).progress).queue_position) > 2 ** 15),
  },
  {
    id: 'receiver.bytes.numbers:names-of-units',
    changes: refusing(
      (event) => !Object.keys(objectOf(objectOf(data(event).usage).units)).every((name) => /^\w+$/.test(name)),
    ),
  },
  { id: 'receiver.genuine.retried-job', changes: refusing((event) => data(event).retry_of !== undefined) },
  dropping('receiver.genuine.retried-job', (event) => data(event).retry_of !== undefined),
  {
    id: 'receiver.genuine.several-outputs',
    changes: refusing((event) => items(event).length > 1),
    entails: ['receiver.genuine.large', 'receiver.genuine.very-large'],
  },
  dropping('receiver.genuine.several-outputs', (event) => items(event).length > 1, [
    'receiver.genuine.large',
    'receiver.genuine.very-large',
  ]),
  dropping('receiver.genuine.minimal-job', (event) => data(event).started_at === undefined),
  {
    id: 'receiver.genuine.minimal-job:handler-reads-usage',
    changes: { effectCount: (event) => (event.type === 'job.succeeded' && data(event).usage === undefined ? 0 : 1) },
    entails: ['receiver.genuine.two-forms', 'receiver.duplicate.distinct-events', 'receiver.event.unusual-values'],
  },
  dropping('receiver.genuine.very-large', (event) => items(event).length > 500),
  dropping('receiver.time.old-event', ({ created_at }) => Date.parse(String(created_at)) < clock.wallMs() - 6 * hourMs),
  dropping('receiver.tolerance.unknown-fields', (event) => Object.keys(event).length > 4, ['receiver.bytes.numbers']),
  {
    id: 'receiver.bytes.key-order:acknowledged-and-dropped',
    changes: { identity: idByPattern(/^\s*\{\s*"id"\s*:\s*"([^"]*)"/) },
    entails: ['receiver.duplicate.other-spelling', 'receiver.duplicate.distinct-events'],
  },
  {
    id: 'receiver.bytes.spacing:acknowledged-and-dropped',
    changes: { identity: idByPattern(/"id":"(evt_[^"]*)"/) },
    entails: ['receiver.duplicate.other-spelling'],
  },
];
