import { each, rows } from '../../change.ts';
import { all, drop, type Edit, edit, type JsonObject, replace, retype, set } from '../../edits/fields.ts';
import { otherId, relist, shift, unzoned } from '../../edits/texts.ts';
import { inBodies, inEvents, inHeader, inHeaders, inMessages, makeEventIds, renew } from '../../operators/events.ts';
import { about, atAttempt, attempts, fromAttempt, laterEndpoints, retries, rotated } from '../../scopes/deliveries.ts';

export const webhookDeliveries = rows('webhook.delivery', {
  method: inMessages('with PUT', () => ({ method: 'PUT' })),
  'content-type': inHeaders(replace('content-type', 'text/plain')),
  'content-type:retry': inHeaders(replace('content-type', 'application/x-www-form-urlencoded'), retries),
  'content-type:none': inHeaders(drop('content-type')),
  'content-type:vendor': inHeaders(replace('content-type', 'application/vnd.gateway+json')),
  'event-present': inHeaders(drop('*-Event')),
  'event-present:retry': inHeaders(drop('*-Event'), retries),
  'event-equals-type': inHeaders(replace('*-Event', 'job.succeeded')),
  'event-equals-type:short': inHeaders(edit('*-Event', 'without "job."', (type) => String(type).slice(4))),
  'id-present': inHeaders(drop('*-Delivery')),
  'id-present:retry': inHeaders(drop('*-Delivery'), retries),
  'id-prefix': inHeaders(edit('*-Delivery', 'without its prefix', (id) => String(id).slice(4))),
  'id-prefix:event': inHeader('*-Delivery', 'as the event id', ({ record }) => record.eventId),
  'id-of-one-event': inHeaders(replace('*-Delivery', 'whd_one')),
  'id-of-one-event:type': inHeader('*-Delivery', 'made of the type', ({ finished }) => `whd_${finished.type}`),
  'id-of-one-event:attempt': inHeader('*-Delivery', 'made of the attempt', ({ number }) => `whd_${number}`, retries),
  'signature-present': inHeaders(drop('*-Signature')),
  'signature-present:canceled': inHeaders(drop('*-Signature'), about('canceled')),
  'without-api-key': inHeader('authorization', 'as the secret', ({ endpoint }) => `Bearer ${endpoint.secrets[0]}`),
  'without-api-key:key': inHeader('x-api-key', 'as the API key', ({ finished }) => finished.job.key.secret),
});

const afterRotation = attempts('after a rotation', ({ endpoint, secretsThen }) => endpoint.secrets !== secretsThen);

export const webhookIds = rows('webhook.id', {
  'same-on-retry:fresh': inEvents(otherId, retries),
  ...each('same-on-retry:*', [3, 8], (attempt) => inEvents(otherId, fromAttempt(attempt))),
  'same-on-retry:rotation': inEvents(otherId, afterRotation),
  'created-at-same-on-retry': renew('createdAt'),
  'type-same-on-retry': inHeader('*-Event', 'as job.updated', () => 'job.updated', retries),
  'type-same-on-retry:body': inEvents(replace('type', 'job.failed'), retries),
  distinct: makeEventIds('of types', ({ type }) => type),
  'distinct:second': makeEventIds('of seconds', ({ createdAtMs }) => Math.floor(createdAtMs / 1000)),
  'distinct:model': makeEventIds('of models', ({ data }) => data.model),
  ...each('distinct:*', ['failed', 'canceled'], (state) => inEvents(replace('id', 'evt_undefined'), about(state))),
});

const inMs = edit('created_at', 'in ms', (at) => Date.parse(String(at)));
const withoutPrefix = (id: unknown) => String(id).slice(4);

export const webhookBodies = rows('webhook.body', {
  json: inBodies('as a form', (json) => `event=${encodeURIComponent(json)}`),
  'json:twice': inBodies('as JSON in a JSON text', (json) => JSON.stringify(json)),
  'json:list': inBodies('as a list of one event', (json) => `[${json}]`),
  'json:python': inBodies('in single quotes', (json) => json.replaceAll('"', "'")),
  'json:none': inBodies('of no bytes', () => ''),
  ...each('*-present', ['id', 'type'], (of) => inEvents(drop(of))),
  'id-prefix': inEvents(edit('id', 'without its prefix', withoutPrefix)),
  'id-prefix:retry': inEvents(edit('id', 'without its prefix', withoutPrefix), retries),
  'created-at-present': inEvents(drop('created_at')),
  'created-at-present:retry': inEvents(drop('created_at'), retries),
  'created-at-type': inEvents(replace('created_at', 1_790_000_000)),
  'created-at-type:naive': inEvents(unzoned('created_at')),
  'created-at-type:canceled': inEvents(inMs, about('canceled')),
  'created-at-plausible:epoch': inEvents(replace('created_at', '1970-01-01T00:00:00.000Z')),
  'created-at-plausible:zone': inEvents(shift('created_at', 7_200_000)),
  'data-present': inEvents(edit('data', 'as the job id', (job) => (job as { readonly id: string }).id)),
  'data-present:text': inEvents(edit('data', 'as text', (job) => JSON.stringify(job))),
  'data-present:inner': inEvents(edit('data', 'one level deeper', (job) => ({ object: job }))),
  'data-id-prefix': inEvents(edit('data.id', 'without its prefix', withoutPrefix)),
});

/** Edits the Job in an event. */
const job = (words: string, changed: (job: JsonObject) => JsonObject): Edit =>
  edit('data', words, (present) => changed(present as JsonObject));
const finals = ['succeeded', 'failed', 'canceled'] as const;
const ofGeneration = job('with the generation id as its id', (data) => {
  return { ...data, id: String(data.generation_id).replace(/^(gen_)?/, 'job_') };
});
const withNulls = job('with null for absent fields', (data) => ({ error: null, retry_of: null, ...data }));
const noUnits = replace('data.usage.units', {});
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
  'same-on-retry:units': inEvents(noUnits, retries),
  'same-on-retry:last': inEvents(drop('data.error'), atAttempt(8)),
  ...each('equals-read-*:retry', finals, (state) => inEvents(drop('data.retry_of'), about(state))),
  ...each('equals-read-succeeded:*', ['usage', 'progress', 'started_at'], (of) => inEvents(drop(`data.${of}`))),
  ...each('equals-read-succeeded:*', ['metadata', 'metadata.requested_model'], (of) => inEvents(drop(`data.*_${of}`))),
  'equals-read-succeeded:seconds': inEvents(inSeconds),
  'equals-read-succeeded:nulls': inEvents(withNulls),
  'equals-read-succeeded:percent': inEvents(replace('data.progress.percent', 50)),
  'equals-read-succeeded:phase': inEvents(replace('data.progress.phase', 'running')),
  ...each('equals-read-succeeded:*', ['checksum_sha256', 'url'], (of) => inEvents(drop(`data.output[].${of}`))),
  'equals-read-succeeded:bytes': inEvents(retype('data.output[].bytes', 'text')),
  'equals-read-succeeded:first-item': inEvents(relist('data.output', 'of one item', (items) => items.slice(0, 1))),
  'equals-read-succeeded:reversed': inEvents(relist('data.output', 'in reverse', (items) => items.toReversed())),
  'equals-read-succeeded:units': inEvents(noUnits),
  'equals-read-succeeded:rotated': inEvents(replace('data.progress.percent', 1), rotated),
  'equals-every-read': inEvents(noUnits, rotated),
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
