import { patch, type WebhookBehaviour } from '@gateproof/simulator/behaviour';
import { without } from '../../changes/reshape.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

type JsonObject = Readonly<Record<string, unknown>>;
type EventFacts = Parameters<WebhookBehaviour['event']>[0];

const webhooks = (change: (behaviour: WebhookBehaviour) => Partial<WebhookBehaviour>) => patch('webhooks', change);

/** Changes the Job in events. */
const telling = (
  rule: string,
  how: string,
  summary: string,
  change: (data: JsonObject, facts: EventFacts) => JsonObject,
) =>
  breaking(
    `${rule}:${how}`,
    summary,
    webhooks(({ event }) => ({
      event(facts) {
        const told = event(facts);
        return { ...told, data: change(told.data as JsonObject, facts) };
      },
    })),
  );

const of = (state: string, change: (data: JsonObject) => JsonObject) => (data: JsonObject) =>
  data.state === state ? change(data) : data;
const items = (data: JsonObject) => (Array.isArray(data.output) ? (data.output as readonly JsonObject[]) : []);
const inOutput = (change: (item: JsonObject, place: number) => JsonObject) => (data: JsonObject) =>
  Array.isArray(data.output) ? { ...data, output: items(data).map(change) } : data;
const part = (data: JsonObject, name: string) => (data[name] ?? {}) as JsonObject;
const metadata = (data: JsonObject) => Object.keys(data).find((name) => name.endsWith('_metadata')) ?? '';
const succeeded = 'webhook.data.equals-read-succeeded';

const jobs: readonly Deviation[] = [
  telling(succeeded, 'metadata', 'leaves out the metadata', (data) => without(data, metadata(data)) as JsonObject),
  telling(succeeded, 'metadata-part', 'leaves out the requested model', (data) => ({
    ...data,
    [metadata(data)]: without(part(data, metadata(data)), 'requested_model'),
  })),
  telling(succeeded, 'retry-of', 'leaves out what was retried', (data) => without(data, 'retry_of') as JsonObject),
  telling(succeeded, 'started', 'leaves out when jobs started', (data) => without(data, 'started_at') as JsonObject),
  telling(succeeded, 'seconds', 'tells moments in whole seconds', (data) => ({
    ...data,
    created_at: String(data.created_at).replace(/\.\d+/, ''),
  })),
  telling(succeeded, 'nulls', 'tells null for what there is none of', (data) => ({
    error: null,
    retry_of: null,
    ...data,
  })),
  telling(succeeded, 'percent', 'tells jobs as half done', (data) => ({
    ...data,
    progress: { ...part(data, 'progress'), percent: 50 },
  })),
  telling(succeeded, 'phase', 'tells the phase of a running job', (data) => ({
    ...data,
    progress: { ...part(data, 'progress'), phase: 'running' },
  })),
  telling(
    succeeded,
    'checksum',
    'leaves out checksums',
    inOutput((item) => without(item, 'checksum_sha256') as JsonObject),
  ),
  telling(
    succeeded,
    'bytes',
    'tells sizes as text',
    inOutput((item) => ({ ...item, bytes: String(item.bytes) })),
  ),
  telling(
    succeeded,
    'link',
    'leaves out links',
    inOutput((item) => without(item, 'url') as JsonObject),
  ),
  telling(succeeded, 'first-item', 'tells one output item', (data) =>
    Array.isArray(data.output) ? { ...data, output: items(data).slice(0, 1) } : data,
  ),
  telling(succeeded, 'reversed', 'tells output items in another order', (data) =>
    Array.isArray(data.output) ? { ...data, output: items(data).toReversed() } : data,
  ),
  telling(succeeded, 'units', 'tells no units', (data) =>
    data.usage === undefined ? data : { ...data, usage: { ...part(data, 'usage'), units: {} } },
  ),
  telling(succeeded, 'model', 'tells the requested model', (data) => ({
    ...data,
    model: part(data, metadata(data)).requested_model,
  })),
  telling(succeeded, 'transcription', 'leaves out the output of transcriptions', (data) =>
    data.modality === 'audio_stt' ? (without(data, 'output') as JsonObject) : data,
  ),
  telling(succeeded, 'price-version', 'tells another version of the price', (data) => ({
    ...data,
    ...(data.usage === undefined
      ? {}
      : { usage: { ...part(data, 'usage'), cost: { ...part(part(data, 'usage'), 'cost'), price_version: 'v0' } } }),
  })),
  telling(
    succeeded,
    'second-endpoint',
    'leaves out the output at endpoints that were added later',
    (data, { of: to }) =>
      [...to.finished.account.webhooks.values()][0]?.id === to.endpoint.id
        ? data
        : (without(data, 'output') as JsonObject),
  ),
  telling(
    'webhook.data.equals-read-failed',
    'message',
    'words errors otherwise',
    of('failed', (data) => ({
      ...data,
      error: { ...part(data, 'error'), message: 'The job failed.' },
    })),
  ),
  telling(
    'webhook.data.equals-read-failed',
    'kind',
    'leaves out the kind of errors',
    of('failed', (data) => ({
      ...data,
      error: without(part(data, 'error'), 'kind'),
    })),
  ),
  telling(
    'webhook.data.equals-read-failed',
    'code',
    'tells every error as internal_error',
    of('failed', (data) => ({
      ...data,
      error: { ...part(data, 'error'), code: 'internal_error' },
    })),
  ),
  telling(
    'webhook.data.equals-read-failed',
    'output',
    'tells an empty output',
    of('failed', (data) => ({ ...data, output: [] })),
  ),
  telling(
    'webhook.data.equals-read-canceled',
    'error',
    'tells an error',
    of('canceled', (data) => ({
      ...data,
      error: { code: 'canceled', kind: 'terminal', message: 'The job was canceled.' },
    })),
  ),
  telling(
    'webhook.data.equals-read-canceled',
    'started',
    'leaves out when jobs started',
    of('canceled', (data) => without(data, 'started_at') as JsonObject),
  ),
  telling(
    'webhook.data.equals-read-canceled',
    'retry-of',
    'leaves out what was retried',
    of('canceled', (data) => without(data, 'retry_of') as JsonObject),
  ),
  telling('webhook.data.same-on-retry', 'reduced', 'tells retries without output', (data, { attempt }) =>
    attempt > 1 ? (without(without(data, 'output') as JsonObject, 'usage') as JsonObject) : data,
  ),
  telling('webhook.data.same-on-retry', 'last', 'tells the last attempt without its error', (data, { attempt }) =>
    attempt === 8 ? (without(data, 'error') as JsonObject) : data,
  ),
  telling('webhook.data.job-id', 'transcription', 'tells the generation of transcriptions', (data) =>
    data.modality === 'audio_stt' ? { ...data, id: String(data.generation_id).replace(/^gen_/, 'job_') } : data,
  ),
];

/** Changes what is sent around the Job. */
const sending = (
  rule: string,
  how: string,
  summary: string,
  change: (told: JsonObject, facts: EventFacts) => JsonObject,
) =>
  breaking(
    `${rule}:${how}`,
    summary,
    webhooks(({ event }) => ({ event: (facts) => change(event(facts), facts) })),
  );

const envelopes: readonly Deviation[] = [
  sending('webhook.body.created-at-type', 'naive', 'tells moments without a zone', (told) => ({
    ...told,
    created_at: String(told.created_at).replace('Z', ''),
  })),
  sending(
    'webhook.body.created-at-type',
    'canceled',
    'tells milliseconds for canceled jobs',
    (told, { type, createdAtMs }) => (type === 'job.canceled' ? { ...told, created_at: createdAtMs } : told),
  ),
  sending('webhook.body.created-at-plausible', 'epoch', 'tells the beginning of 1970', (told) => ({
    ...told,
    created_at: '1970-01-01T00:00:00.000Z',
  })),
  sending('webhook.body.created-at-plausible', 'zone', 'tells local time as UTC', (told, { createdAtMs }) => ({
    ...told,
    created_at: new Date(createdAtMs + 7_200_000).toISOString(),
  })),
  sending('webhook.body.created-at-present', 'retry', 'leaves out created_at on retries', (told, { attempt }) =>
    attempt > 1 ? (without(told, 'created_at') as JsonObject) : told,
  ),
  sending('webhook.body.id-prefix', 'retry', 'leaves out the prefix on retries', (told, { attempt }) =>
    attempt > 1 ? { ...told, id: String(told.id).replace('evt_', '') } : told,
  ),
  sending('webhook.body.data-present', 'text', 'sends the Job as text', (told) => ({
    ...told,
    data: JSON.stringify(told.data),
  })),
  sending('webhook.body.data-present', 'inner', 'sends the Job one level deeper', (told) => ({
    ...told,
    data: { object: told.data },
  })),
  sending('webhook.event.known-type', 'short', 'leaves out job. in types', (told) => ({
    ...told,
    type: String(told.type).slice(4),
  })),
  sending('webhook.event.known-type', 'completed', 'says completed', (told) => ({
    ...told,
    type: String(told.type).replace('succeeded', 'completed'),
  })),
  sending('webhook.id.type-same-on-retry', 'body', 'tells retries as failed', (told, { attempt }) =>
    attempt > 1 ? { ...told, type: 'job.failed' } : told,
  ),
  ...(
    [
      ['twice', 'sends JSON in a JSON text', (body: string) => JSON.stringify(body)],
      ['list', 'sends a list of one event', (body: string) => `[${body}]`],
      ['python', 'sends single quotes', (body: string) => body.replaceAll('"', "'")],
      ['none', 'sends no body', () => ''],
    ] as const
  ).map(([how, summary, change]) =>
    breaking(
      `webhook.body.json:${how}`,
      summary,
      webhooks(({ serialise }) => ({ serialise: (event) => change(serialise(event)) })),
    ),
  ),
];

/** Ways to get wrong, in one corner only, what bodies tell. */
export const bodyCorners: readonly Deviation[] = [...jobs, ...envelopes];
