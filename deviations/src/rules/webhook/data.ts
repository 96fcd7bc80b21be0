import { each, rows } from '../../change.ts';
import { all, drop, type Edit, edit, type JsonObject, replace, retype, set } from '../../edits/fields.ts';
import { relist } from '../../edits/texts.ts';
import { shift } from '../../edits/times.ts';
import { inEvents } from '../../operators/events.ts';
import { about, atAttempt, laterEndpoints, retries } from '../../scopes/deliveries.ts';

/** Edits the Job in an event. */
const job = (words: string, changed: (job: JsonObject) => JsonObject): Edit =>
  edit('data', words, (present) => changed(present as JsonObject));
const finals = ['succeeded', 'failed', 'canceled'] as const;
const ofGeneration = job('with the generation id as its id', (data) => {
  return { ...data, id: String(data.generation_id).replace(/^(gen_)?/, 'job_') };
});
const withNulls = job('with null for absent fields', (data) => ({ error: null, retry_of: null, ...data }));
const inSeconds = edit('data.created_at', 'in seconds', (at) => String(at).replace(/\.\d+/, ''));
const reason = { code: 'canceled', kind: 'terminal', message: 'The job was canceled.' };
const asRequested = job('with the requested model as its model', (data) => {
  const [, metadata] = Object.entries(data).find(([name]) => name.endsWith('_metadata')) ?? [];
  return { ...data, model: (metadata as JsonObject | undefined)?.requested_model };
});

export const webhookData = rows('webhook.data', {
  'job-id': inEvents(ofGeneration),
  'job-id:transcription': inEvents(ofGeneration, about('transcription')),
  final: inEvents(replace('data.state', 'processing')),
  'same-on-retry': inEvents(shift('data.completed_at', 1_000), retries),
  'same-on-retry:reduced': inEvents(all(drop('data.output'), drop('data.usage')), retries),
  'same-on-retry:last': inEvents(drop('data.error'), atAttempt(8)),
  ...each('equals-read-*:retry', finals, (state) => inEvents(drop('data.retry_of'), about(state))),
});

/** Jobs in events that differ from what a read shows. */
export const webhookDataOfReads = rows('webhook.data', {
  'equals-read-succeeded:usage': inEvents(drop('data.usage')),
  'equals-read-succeeded:progress': inEvents(drop('data.progress')),
  'equals-read-succeeded:metadata': inEvents(drop('data.*_metadata')),
  'equals-read-succeeded:metadata-part': inEvents(drop('data.*_metadata.requested_model')),
  'equals-read-succeeded:started': inEvents(drop('data.started_at')),
  'equals-read-succeeded:seconds': inEvents(inSeconds),
  'equals-read-succeeded:nulls': inEvents(withNulls),
  'equals-read-succeeded:percent': inEvents(replace('data.progress.percent', 50)),
  'equals-read-succeeded:phase': inEvents(replace('data.progress.phase', 'running')),
  'equals-read-succeeded:checksum': inEvents(drop('data.output[].checksum_sha256')),
  'equals-read-succeeded:bytes': inEvents(retype('data.output[].bytes', 'text')),
  'equals-read-succeeded:link': inEvents(drop('data.output[].url')),
  'equals-read-succeeded:first-item': inEvents(relist('data.output', 'of one item', (items) => items.slice(0, 1))),
  'equals-read-succeeded:reversed': inEvents(relist('data.output', 'in reverse', (items) => items.toReversed())),
  'equals-read-succeeded:units': inEvents(replace('data.usage.units', {})),
  'equals-read-succeeded:model': inEvents(asRequested),
  'equals-read-succeeded:transcription': inEvents(drop('data.output'), about('transcription')),
  'equals-read-succeeded:price-version': inEvents(replace('data.usage.cost.price_version', 'v0')),
  'equals-read-succeeded:second-endpoint': inEvents(drop('data.output'), laterEndpoints),
  'equals-read-failed': inEvents(drop('data.error')),
  'equals-read-failed:message': inEvents(replace('data.error.message', 'The job failed.'), about('failed')),
  'equals-read-failed:kind': inEvents(drop('data.error.kind'), about('failed')),
  'equals-read-failed:code': inEvents(replace('data.error.code', 'internal_error'), about('failed')),
  'equals-read-failed:output': inEvents(set('data.output', []), about('failed')),
  'equals-read-canceled': inEvents(drop('data.completed_at'), about('canceled')),
  'equals-read-canceled:error': inEvents(set('data.error', reason), about('canceled')),
  'equals-read-canceled:started': inEvents(drop('data.started_at'), about('canceled')),
});
