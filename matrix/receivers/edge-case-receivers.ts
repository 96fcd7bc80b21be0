import { clock } from '../clock.ts';
import { type ReceiverBehaviour, referenceReceiver as right, type SeenDelivery } from './receiver-behaviour.ts';
import type { BadReceiver } from './receiver-deviations.ts';

type Event = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown) => (typeof value === 'object' && value !== null ? value : {}) as Event;
const data = (event: Event) => objectOf(event.data);
const items = (event: Event) => (data(event).output ?? []) as readonly Event[];
const cost = (event: Event) => objectOf(objectOf(data(event).usage).cost);
const only = (object: Event, names: string) => Object.keys(object).every((name) => names.split(' ').includes(name));
const refusing = (predicate: (event: Event) => boolean): Partial<ReceiverBehaviour> => ({
  understands: (event) => !predicate(event),
});
const tOf = ({ signature = '' }: SeenDelivery) => Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
const idOf = ({ body }: SeenDelivery) => /"id"\s*:\s*"(evt_[^"]*)"/.exec(body.toString())?.[1] ?? '';

/** Looks an event up before it verifies the delivery. */
function knowsFirst(isLenient: (verified: boolean, delivery: SeenDelivery, isKnown: boolean) => boolean) {
  const known = new Set<string>();
  return (verified: boolean, delivery: SeenDelivery): boolean => {
    const isVerified = isLenient(verified, delivery, known.has(idOf(delivery)));
    if (isVerified) known.add(idOf(delivery));
    return isVerified;
  };
}

/** Believes no delivery that is older than the newest that it has seen. */
function newerAlone(): Partial<ReceiverBehaviour> {
  let newest = 0;
  return {
    isVerified(verified, delivery) {
      const isNewer = verified && tOf(delivery) >= newest;
      if (isNewer) newest = tOf(delivery);
      return isNewer;
    },
  };
}

function newerEventsAlone(): Partial<ReceiverBehaviour> {
  let newest = 0;
  return {
    understands({ created_at }) {
      const at = Date.parse(String(created_at));
      if (at < newest - 30_000) return false;
      newest = Math.max(newest, at);
      return true;
    },
  };
}

/** Verifies what is made of the signed text as well. */
const alsoOver =
  (change: (signed: string) => string): ReceiverBehaviour['digest'] =>
  (secret, signed) =>
    [signed, change(signed.toString())].flatMap((text) => right.digest(secret, text));

/** Acknowledges an event that is older than the newest one as if it had come before. */
function dropsOlderEvents(): ReceiverBehaviour['identity'] {
  let [newest, newestId] = [0, ''];
  return ({ id, created_at }) => {
    const at = Date.parse(String(created_at));
    if (at < newest - 3_600_000) return newestId;
    if (at > newest) [newest, newestId] = [at, String(id)];
    return String(id);
  };
}

/** Acknowledges large events, all but the first of them as if they had come before. */
const dropsLarge: ReceiverBehaviour['identity'] = ({ id }, { body }) => (body.length > 60_000 ? 'large' : String(id));

/** Remembers an event id for some seconds. */
function forgetsAfter(ms: number): ReceiverBehaviour['identity'] {
  const noted = new Map<string, number>();
  return ({ id }) => {
    const now = clock.wallMs();
    const at = noted.get(String(id));
    const since = at === undefined || now - at > ms ? now : at;
    noted.set(String(id), since);
    return `${id} ${since}`;
  };
}

/** Receivers that break a rule in one edge case only. */
export const edgeCaseReceivers: readonly BadReceiver[] = [
  {
    id: 'receiver.genuine.in-time:failed-jobs',
    changes: { delayMs: ({ type }) => (type === 'job.failed' ? 10_900 : 0) },
    only: 'receiver.genuine.in-time',
  },
  {
    id: 'receiver.genuine.in-time:large',
    changes: { delayMs: (event) => (JSON.stringify(event).length > 100_000 ? 10_900 : 0) },
    only: 'receiver.genuine.in-time',
  },
  {
    id: 'receiver.genuine.simultaneous:one-by-one',
    changes: { oneByOne: true, answerAfterMs: 1_800 },
    only: 'receiver.genuine.simultaneous',
  },
  {
    id: 'receiver.genuine.minimal-job:output-details',
    changes: refusing((event) => items(event).some((item) => item.type === undefined)),
  },
  {
    id: 'receiver.bytes.spacing:start-trimmed',
    changes: { signed: (t, body) => `${t}.${body.toString().trimStart()}` },
    entails: ['receiver.forged.body-extended'],
  },
  {
    id: 'receiver.bytes.unicode:normalised',
    changes: { signed: (t, body) => `${t}.${body.toString().normalize('NFC')}` },
    entails: ['receiver.bytes.chunked', 'receiver.forged.body-changed'],
  },
  {
    id: 'receiver.forged.wrong-secret:handled-event',
    changes: { isVerified: knowsFirst((verified, _, isKnown) => verified || isKnown) },
    entails: ['receiver.forged.', 'receiver.time.', 'receiver.rotation.none-matches'],
  },
  {
    id: 'receiver.time.stale:handled-event',
    changes: {
      toleranceS: { past: Number.POSITIVE_INFINITY, future: 300 },
      isVerified: knowsFirst(
        (verified, delivery, isKnown) =>
          verified && (isKnown || tOf(delivery) >= Math.floor(clock.wallMs() / 1000) - 300),
      ),
    },
    entails: ['receiver.forged.timestamp-changed', 'receiver.time.past-beyond'],
  },
  { id: 'receiver.time.past-within:must-grow', changes: newerAlone(), only: 'receiver.time.past-within' },
  {
    id: 'receiver.forged.timestamp-not-number:letters-after',
    changes: {
      timestamp: (entries) => {
        const t = Number.parseInt(entries.find(([name]) => name === 't')?.[1] ?? '', 10);
        return Number.isNaN(t) ? undefined : t;
      },
    },
  },
  {
    id: 'receiver.forged.timestamp-changed:last-t',
    changes: { timestamp: (entries) => right.timestamp(entries.filter(([name]) => name === 't').slice(-1)) },
  },
  {
    id: 'receiver.forged.other-scheme:ending',
    changes: { candidates: (entries) => entries.filter(([name]) => name.endsWith('v1')).map(([, value]) => value) },
  },
  {
    id: 'receiver.forged.other-scheme:no-label',
    changes: {
      entries: (header) =>
        header
          .split(',')
          .map((part) => (part.includes('=') ? (part.trim().split('=') as [string, string]) : ['v1', part.trim()])),
    },
  },
  {
    id: 'receiver.forged.body-extended:in-front',
    changes: { digest: alsoOver((signed) => signed.replace(/^(\d+\.)\s+/, '$1')) },
    entails: ['receiver.forged.body-rewritten'],
  },
  {
    id: 'receiver.forged.body-rewritten:line-ends',
    changes: { digest: alsoOver((signed) => signed.replaceAll('\r\n', '\n')) },
    entails: ['receiver.forged.body-extended'],
  },
  { id: 'receiver.forged.body-as-text', changes: { digest: alsoOver((signed) => signed) } },
  {
    id: 'receiver.forged.body-as-text:byte-order-mark',
    changes: { digest: alsoOver((signed) => signed.replace('\ufeff', '')) },
  },
  { id: 'receiver.forged.body-changed:no-json', changes: { unreadable: 200 } },
  {
    id: 'receiver.forged.body-changed:normalised',
    changes: { digest: alsoOver((signed) => signed.normalize('NFC')) },
    entails: ['receiver.forged.body-rewritten'],
  },
  {
    id: 'receiver.duplicate.acknowledged:slowly',
    changes: { delayMs: (_, isRepeat) => (isRepeat ? 10_900 : 0) },
    only: 'receiver.duplicate.acknowledged',
  },
  {
    id: 'receiver.forged.timestamp-changed:sign',
    changes: {
      entries: (header) => right.entries(header.replace(/(^|,)t=[-+]/, '$1t=')),
    },
  },
  {
    id: 'receiver.duplicate.simultaneous-events:more-than-its-queue-holds',
    changes: { capacity: 12, turnedAway: 200, answerAfterMs: 20 },
    only: 'receiver.duplicate.simultaneous-events',
  },
  {
    id: 'receiver.duplicate.later:a-hundred',
    changes: { remembers: (since) => since < 100 },
    entails: ['receiver.duplicate.'],
  },
  {
    id: 'receiver.duplicate.distinct-events:ignoring-case',
    changes: { identity: ({ id }) => String(id).toLowerCase() },
  },
  {
    id: 'receiver.duplicate.distinct-events:first-characters',
    changes: { identity: ({ id }) => String(id).slice(0, 32) },
  },
  {
    id: 'receiver.duplicate.distinct-events:loses-what-follows',
    changes: { identity: ({ id }) => String(id).replace(/-\d+$/, '') },
    only: 'receiver.duplicate.distinct-events',
  },
  {
    id: 'receiver.duplicate.distinct-events:last-characters',
    changes: { identity: ({ id }) => String(id).slice(-12) },
    entails: ['receiver.event.unusual-values'],
  },
  {
    id: 'receiver.duplicate.distinct-events:job-and-state',
    changes: { identity: (event) => `${data(event).id} ${data(event).state}` },
  },
  {
    id: 'receiver.tolerance.unknown-fields:output-item',
    changes: refusing(
      (event) => !items(event).every((item) => only(item, 'url url_expires_at type bytes checksum_sha256 purged_at')),
    ),
  },
  {
    id: 'receiver.tolerance.unknown-fields:progress',
    changes: refusing((event) => !only(objectOf(data(event).progress), 'percent phase queue_position')),
  },
  {
    id: 'receiver.tolerance.unknown-fields:cost',
    changes: refusing((event) => !only(cost(event), 'billing_usd cost_source cost_status price_version')),
  },
  {
    id: 'receiver.tolerance.unknown-fields:metadata',
    changes: refusing(
      (event) =>
        !only(objectOf(data(event).svc_metadata), 'generation_id requested_model retention_class region policy'),
    ),
  },
  {
    id: 'receiver.tolerance.unknown-fields:error',
    changes: refusing((event) => !only(objectOf(data(event).error), 'code kind scope message')),
  },
  {
    id: 'receiver.tolerance.unknown-values:output-type',
    changes: refusing((event) => items(event).some(({ type }) => /^model\//.test(String(type)))),
  },
  {
    id: 'receiver.tolerance.unknown-values:cost-status',
    changes: refusing((event) => !/^(undefined|estimated|final|settled)$/.test(String(cost(event).cost_status))),
  },
  {
    id: 'receiver.tolerance.unknown-values:phase',
    changes: refusing((event) => objectOf(data(event).progress).phase === 'dreaming'),
  },
  {
    id: 'receiver.tolerance.unknown-values:error-scope',
    changes: refusing((event) => objectOf(data(event).error).scope === 'galaxy'),
  },
  {
    id: 'receiver.tolerance.reordered:acknowledged-and-dropped',
    changes: { identity: dropsOlderEvents() },
    entails: ['receiver.time.old-event'],
  },
  {
    id: 'receiver.genuine.large:acknowledged-and-dropped',
    changes: { identity: dropsLarge },
    entails: ['receiver.duplicate.distinct-events'],
  },
  {
    id: 'receiver.duplicate.later:after-seconds',
    changes: { identity: forgetsAfter(8_000) },
    only: 'receiver.duplicate.later',
  },
  { id: 'receiver.tolerance.reordered:must-grow', changes: newerEventsAlone(), entails: ['receiver.time.old-event'] },
];
