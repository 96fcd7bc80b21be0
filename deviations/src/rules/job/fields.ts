import { append, drop, edit, replace, retype, set } from '../../edits.ts';
import { failedWith } from '../../job-scopes.ts';
import { inJobs } from '../../operators/edit-messages.ts';
import { rows } from '../../rows.ts';
import { copy, unixSeconds, unzoned } from '../../time-edits.ts';

const upperCase = (path: string) => edit(path, 'in upper case', (text) => String(text).toUpperCase());
const asDate = (words: string, change: (date: Date) => unknown) =>
  edit('created_at', words, (time) => change(new Date(String(time))));

const common = rows({
  'job.field.id.present': inJobs(drop('id')),
  'job.field.id.type': inJobs(retype('id', 'number')),
  'job.field.generation-id.present': inJobs(drop('generation_id')),
  'job.field.generation-id.present:failed': inJobs(drop('generation_id'), 'failed'),
  'job.field.generation-id.present:canceled': inJobs(drop('generation_id'), 'canceled'),
  'job.field.generation-id.type': inJobs(retype('generation_id', 'number')),
  'job.field.object.present': inJobs(drop('object')),
  'job.field.object.present:cancel': inJobs(drop('object'), 'cancel'),
  'job.field.object.value': inJobs(set('object', 'task')),
  'job.field.object.value:transcription': inJobs(set('object', 'transcription.job'), 'transcription'),
  'job.field.state.present': inJobs(drop('state')),
  'job.field.state.known': inJobs(set('state', 'running'), 'processing'),
  'job.field.state.known:cancelled': inJobs(set('state', 'cancelled'), 'canceled'),
  'job.field.state.known:completed': inJobs(set('state', 'completed'), 'succeeded'),
  'job.field.state.known:canceling': inJobs(set('state', 'canceling'), 'cancel'),
  'job.field.state.known:error': inJobs(set('state', 'error'), 'failed'),
  'job.field.state.known:capital': inJobs(upperCase('state'), 'submission'),
  'job.field.modality.present': inJobs(drop('modality')),
  'job.field.modality.present:canceled': inJobs(drop('modality'), 'canceled'),
  'job.field.modality.type': inJobs(retype('modality', 'list')),
  'job.field.model.present': inJobs(drop('model')),
  'job.field.model.present:queued': inJobs(set('model', null), 'unended'),
  'job.field.model.present:failed': inJobs(drop('model'), 'failed'),
  'job.field.model.type': inJobs(retype('model', 'object')),
  'job.field.created-at.present': inJobs(drop('created_at')),
  'job.field.created-at.present:cancel': inJobs(drop('created_at'), 'cancel'),
  'job.field.created-at.type': inJobs(unixSeconds('created_at')),
  'job.field.created-at.type:naive': inJobs(unzoned('created_at')),
  'job.field.created-at.type:milliseconds': inJobs(asDate('in milliseconds', (date) => date.getTime())),
  'job.field.created-at.type:http': inJobs(asDate('as an HTTP date', (date) => date.toUTCString())),
  'job.field.created-at.type:date': inJobs(asDate('as a day', (date) => date.toISOString().slice(0, 10))),
  'job.field.started-at.type': inJobs(unixSeconds('started_at')),
  'job.field.started-at.type:transcription': inJobs(unzoned('started_at'), 'transcription'),
  'job.field.completed-at.type': inJobs(unzoned('completed_at')),
  'job.field.completed-at.type:empty': inJobs(set('completed_at', ''), 'unended'),
  'job.field.progress.present': inJobs(set('progress', null)),
  'job.field.progress.present:failed': inJobs(drop('progress'), 'failed'),
  'job.field.progress.present:canceled': inJobs(drop('progress'), 'canceled'),
  'job.field.progress.present:final': inJobs(drop('progress'), 'ended'),
  'job.field.progress.present:queued': inJobs(set('progress', null), 'submission'),
  'job.field.progress.type': inJobs(retype('progress', 'number')),
  'job.field.progress-percent.present': inJobs(drop('progress.percent')),
  'job.field.progress-percent.type': inJobs(replace('progress.percent', '50%')),
  'job.field.progress-percent.type:final': inJobs(replace('progress.percent', '100'), 'succeeded'),
  'job.field.progress-phase.present': inJobs(drop('progress.phase')),
  'job.field.progress-phase.type': inJobs(retype('progress.phase', 'number')),
  'job.field.progress-queue-position.type': inJobs(replace('progress.queue_position', 'first')),
  'job.field.retry-of.type': inJobs(retype('retry_of', 'list')),
});

const output = rows({
  'job.field.output.type': inJobs(retype('output', 'object')),
  'job.field.output.type:text': inJobs(replace('output', 'the text'), 'transcription'),
  'job.field.output.type:urls': inJobs(
    edit('output', 'as a list of links', (items) => (items as readonly { url: unknown }[]).map(({ url }) => url)),
  ),
  'job.field.output-url.type': inJobs(retype('output[].url', 'object')),
  'job.field.output-url.type:empty': inJobs(replace('output[].url', '')),
  'job.field.output-url-expires-at.type': inJobs(unixSeconds('output[].url_expires_at')),
  'job.field.output-url-expires-at.type:seconds': inJobs(replace('output[].url_expires_at', 3600)),
  'job.field.output-type.type': inJobs(retype('output[].type', 'list')),
  'job.field.output-bytes.type': inJobs(retype('output[].bytes', 'text')),
  'job.field.output-bytes.type:negative': inJobs(replace('output[].bytes', -1)),
  'job.field.output-checksum-sha256.type': inJobs(retype('output[].checksum_sha256', 'object')),
  'job.field.output-purged-at.type': inJobs(set('output[].purged_at', false)),
  'job.field.output-purged-at.type:empty': inJobs(set('output[].purged_at', '')),
});

const usage = rows({
  'job.field.usage.type': inJobs(retype('usage', 'number')),
  'job.field.usage-units.type': inJobs(retype('usage.units', 'number')),
  'job.field.usage-units.value-type': inJobs(set('usage.units', { images: '1' })),
  'job.field.usage-units.value-type:transcription': inJobs(set('usage.units', { seconds: '12.5' }), 'transcription'),
  'job.field.usage-cost.type': inJobs(retype('usage.cost', 'number')),
  'job.field.usage-cost-billing-usd.type': inJobs(retype('usage.cost.billing_usd', 'text')),
  'job.field.usage-cost-billing-usd.type:amount': inJobs(
    replace('usage.cost.billing_usd', { amount: 1, currency: 'USD' }),
  ),
  'job.field.usage-cost-cost-source.type': inJobs(retype('usage.cost.cost_source', 'number')),
  'job.field.usage-cost-cost-status.type': inJobs(replace('usage.cost.cost_status', true)),
  'job.field.usage-cost-price-version.type': inJobs(retype('usage.cost.price_version', 'number')),
});

const otherKind = edit('error.kind', 'as "terminal", or "unknown" where it is that', (kind) =>
  kind === 'terminal' ? 'unknown' : 'terminal',
);
const unavailable = replace('error.kind', 'unavailable');

const errors = rows({
  'job.field.error.type': inJobs(retype('error', 'text')),
  'job.field.error.type:list': inJobs(retype('error', 'list')),
  'job.field.error-code.present': inJobs(drop('error.code')),
  'job.field.error-code.present:nested': inJobs(edit('error', 'as an envelope', (error) => ({ error }))),
  'job.field.error-code.known': inJobs(replace('error.code', 'job_failed')),
  'job.field.error-code.known:upper': inJobs(upperCase('error.code')),
  'job.field.error-code.known:status': inJobs(replace('error.code', '502')),
  'job.field.error-code.known:transcription': inJobs(replace('error.code', 'transcription_failed'), 'transcription'),
  'job.field.error-code.known:limited': inJobs(
    replace('error.code', 'provider_rate_limited'),
    failedWith('rate_limited'),
  ),
  'job.field.error-message.present': inJobs(replace('error.message', '')),
  'job.field.error-message.present:absent': inJobs(drop('error.message')),
  'job.field.error-message.present:transcription': inJobs(drop('error.message'), 'transcription'),
  'job.field.error-kind.type': inJobs(retype('error.kind', 'number')),
  'job.field.error-kind.of-code': inJobs(otherKind),
  'job.field.error-kind.of-code:unknown': inJobs(replace('error.kind', 'unknown')),
  'job.field.error-kind.of-code:payment': inJobs(
    replace('error.kind', 'terminal'),
    failedWith('provider_payment_required'),
  ),
  'job.field.error-kind.of-code:timeout': inJobs(unavailable, failedWith('upstream_timeout', 'request_timeout')),
  'job.field.error-kind.of-code:unauthorized': inJobs(unavailable, failedWith('provider_unauthorized')),
  'job.field.error-kind.of-code:moderation': inJobs(unavailable, failedWith('moderation_refused')),
  'job.field.error-scope.type': inJobs(set('error.scope', ['route'])),
});

const metadata = rows({
  'job.field.svc-metadata.present': inJobs(drop('*_metadata')),
  'job.field.svc-metadata.present:read': inJobs(drop('*_metadata'), 'read'),
  'job.field.svc-metadata.present:cancel': inJobs(drop('*_metadata'), 'cancel'),
  'job.field.svc-metadata.type': inJobs(retype('*_metadata', 'text')),
  'job.field.svc-metadata-generation-id.type': inJobs(retype('*_metadata.generation_id', 'number')),
  'job.field.svc-metadata-generation-id.equal': inJobs(append('*_metadata.generation_id', '0')),
  'job.field.svc-metadata-generation-id.equal:job': inJobs(copy('*_metadata.generation_id', 'id')),
  'job.field.svc-metadata-requested-model.type': inJobs(retype('*_metadata.requested_model', 'list')),
  'job.field.svc-metadata-retention-class.type': inJobs(retype('*_metadata.retention_class', 'number')),
  'job.field.svc-metadata-region.type': inJobs(retype('*_metadata.region', 'object')),
  'job.field.svc-metadata-policy.type': inJobs(retype('*_metadata.policy', 'text')),
  'job.field.svc-metadata-policy.type:object': inJobs(retype('*_metadata.policy', 'object')),
  'job.field.svc-metadata-policy.type:items': inJobs(replace('*_metadata.policy', [1])),
});

/** The fields of a Job. */
export const jobFields = [...common, ...output, ...usage, ...errors, ...metadata];
