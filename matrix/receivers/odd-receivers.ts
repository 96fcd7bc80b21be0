import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { isObject } from '@gateproof/spec';
import { clock } from '../clock.ts';
import type { ReceiverBehaviour } from './receiver-behaviour.ts';

type Event = Readonly<Record<string, unknown>>;

const job = ({ data }: Event): Event => (isObject(data) ? data : {});
const answering = (write: (response: ServerResponse, status: number) => void): Partial<ReceiverBehaviour> => ({
  answer: write,
});
const isRefusal = (status: number) => status >= 400;

const isTime = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value);
const optional = (value: unknown, holds: (value: unknown) => boolean) => value === undefined || holds(value);
const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';
const isItem = (item: unknown) =>
  isObject(item) &&
  [item.url, item.type, item.checksum_sha256].every((one) => optional(one, isText)) &&
  [item.url_expires_at, item.purged_at].every((one) => optional(one, isTime)) &&
  optional(item.bytes, isNumber);
const isUsage = (usage: unknown) =>
  isObject(usage) &&
  optional(usage.units, (units) => isObject(units) && Object.values(units).every(isNumber)) &&
  optional(
    usage.cost,
    (cost) => isObject(cost) && optional(cost.billing_usd, isNumber) && optional(cost.price_version, isText),
  );

/** Whether each field that the contract shows has the type that it shows. */
function isTyped(event: Event): boolean {
  const { id, generation_id, object, state, modality, model, created_at, started_at, completed_at, ...rest } =
    job(event);
  return (
    [event.id, event.type, id, generation_id, state, modality, model].every(isText) &&
    object === 'job' &&
    [event.created_at, created_at].every(isTime) &&
    [started_at, completed_at].every((one) => optional(one, isTime)) &&
    isObject(rest.progress) &&
    [rest.progress.percent, rest.progress.queue_position].every((one) => optional(one, isNumber)) &&
    isObject(rest.svc_metadata) &&
    optional(rest.output, (output) => Array.isArray(output) && output.every(isItem)) &&
    optional(rest.usage, isUsage) &&
    optional(rest.error, (error) => isObject(error) && isText(error.code) && isText(error.message)) &&
    optional(rest.retry_of, isText)
  );
}

const understanding = (understands: (event: Event) => boolean): Partial<ReceiverBehaviour> => ({ understands });

function typeIn(body: Buffer): unknown {
  try {
    return (JSON.parse(body.toString()) as Event).type;
  } catch {
    return undefined;
  }
}

/** One second to six, by its id. */
const ownLagMs = ({ id }: Event) => 1_000 + (createHash('sha256').update(String(id)).digest()[0] ?? 0) * 20;

/** Legal receivers with a habit that is seen seldom. */
export const oddReceivers: readonly {
  readonly id: string;
  readonly changes: Partial<ReceiverBehaviour>;
  readonly unwarned?: readonly string[];
}[] = [
  { id: 'acknowledges with 299, repeats with 208', changes: { acknowledged: 299, repeated: 208 } },
  {
    id: 'acknowledges with 201 and a long body',
    changes: answering((response, status) => void response.writeHead(status).end('x'.repeat(300_000))),
  },
  {
    id: 'sends early hints before each answer',
    changes: answering((response, status) =>
      response.writeEarlyHints({ link: '</a.css>; rel=preload' }, () => void response.writeHead(status).end()),
    ),
  },
  {
    id: 'closes the connection after each answer',
    changes: answering((response, status) => void response.writeHead(status, { connection: 'close' }).end()),
  },
  {
    id: 'refuses after two seconds',
    changes: answering((response, status) =>
      clock.after(isRefusal(status) ? 2_000 : 0, () => void response.writeHead(status).end()),
    ),
  },
  {
    id: 'refuses with 418 and a page',
    changes: {
      refused: 418,
      answer: (response, status) => void response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>No</h1>'),
    },
  },
  { id: 'refuses with 410', changes: { refused: 410 } },
  { id: 'refuses what is no JSON with 422', changes: { unreadable: 422 } },
  { id: 'has a clock four seconds behind', changes: { clockAheadS: -4 } },
  { id: 'has a clock four seconds ahead', changes: { clockAheadS: 4 } },
  { id: 'takes six at once, others with 503 in a second', changes: { capacity: 6, answerAfterMs: 20, retryAfterS: 1 } },
  { id: 'takes one after the other, a tenth of a second each', changes: { oneByOne: true, answerAfterMs: 100 } },
  { id: 'reads a megabyte', changes: { rejects: ({ body }) => body.length > 1_048_576, refused: 413 } },
  {
    id: 'goes by a digest of the id',
    changes: { identity: ({ id }) => createHash('sha256').update(String(id)).digest('hex') },
  },
  {
    id: 'requires the prefixes evt_, job_ and whd_',
    changes: {
      understands: (event) => String(event.id).startsWith('evt_') && String(job(event).id).startsWith('job_'),
      rejects: ({ deliveryId = '' }) => !deliveryId.startsWith('whd_'),
    },
  },
  {
    id: 'refuses a job whose state is not that of the type',
    changes: understanding(
      (event) =>
        event.type === `job.${job(event).state}` || !/^job\.(succeeded|failed|canceled)$/.test(String(event.type)),
    ),
  },
  { id: 'requires the types of all fields', changes: understanding(isTyped) },
  {
    id: 'requires output of succeeded jobs and an error of failed ones',
    changes: understanding(
      (event) =>
        (job(event).state !== 'succeeded' || Array.isArray(job(event).output)) &&
        (job(event).state !== 'failed' || isObject(job(event).error)),
    ),
  },
  {
    id: 'requires that header and body name the same type',
    changes: { rejects: ({ values, body }) => typeIn(body) !== undefined && typeIn(body) !== values('svc-event')[0] },
  },
  { id: 'has its effects ten seconds later', changes: { effectAfterMs: 10_000 } },
  {
    id: 'F154: has the effects of failed jobs ten seconds later',
    changes: { lagMs: ({ type }) => (type === 'job.failed' ? 10_000 : 0) },
  },
  { id: 'F154: has each effect after a time of its own, of up to six seconds', changes: { lagMs: ownLagMs } },
  { id: 'lets each repeat wait four seconds', changes: { delayMs: (_, isRepeat) => (isRepeat ? 4_000 : 0) } },
];
