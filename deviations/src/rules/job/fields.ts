import { hourMs } from '@gateproof/spec';
import { each, rows } from '../../change.ts';
import { all, append, asNow, drop, edit, type JobEdit, replace, retype, rewrite, set } from '../../edits/fields.ts';
import { copy, everyTime, later, past, reword, shift, unzoned, zeroTime } from '../../edits/texts.ts';
import { inJobs, ofFields } from '../../operators/edit-messages.ts';
import { counting } from '../../requests/seen.ts';
import { failedWith, fromTheSecond, since, submittedWithList } from '../../scopes/jobs.ts';

const upperCase = (path: string) => edit(path, 'in upper case', (text) => String(text).toUpperCase());
const asDate = (words: string, change: (date: Date) => unknown) =>
  edit('created_at', words, (time) => change(new Date(String(time))));

const otherKind = edit('error.kind', 'as "terminal", or "unknown" where it is that', (kind) => {
  return kind === 'terminal' ? 'unknown' : 'terminal';
});
const linksOf = (items: unknown) => (items as readonly { url: unknown }[]).map(({ url }) => url);
const unavailable = replace('error.kind', 'unavailable');

/** The fields of a Job. */
export const jobFields = rows('job.field', {
  ...ofFields('job', inJobs),
  ...each('generation-id.present:*', ['failed', 'canceled'], (state) => inJobs(drop('generation_id'), state)),
  'object.present': inJobs(drop('object')),
  'object.present:cancel': inJobs(drop('object'), 'cancel'),
  'object.value': inJobs(set('object', 'task')),
  'object.value:transcription': inJobs(set('object', 'transcription.job'), 'transcription'),
  'state.present': inJobs(drop('state')),
  'state.known': inJobs(set('state', 'running'), 'processing'),
  'state.known:cancelled': inJobs(set('state', 'cancelled'), 'canceled'),
  'state.known:completed': inJobs(set('state', 'completed'), 'succeeded'),
  'state.known:canceling': inJobs(set('state', 'canceling'), 'cancel'),
  'state.known:error': inJobs(set('state', 'error'), 'failed'),
  'state.known:capital': inJobs(upperCase('state'), 'submission'),
  'modality.present:canceled': inJobs(drop('modality'), 'canceled'),
  'model.present:queued': inJobs(set('model', null), 'unended'),
  'model.present:failed': inJobs(drop('model'), 'failed'),
  'created-at.present:cancel': inJobs(drop('created_at'), 'cancel'),
  'created-at.type:naive': inJobs(unzoned('created_at')),
  'created-at.type:milliseconds': inJobs(asDate('in milliseconds', (date) => date.getTime())),
  'created-at.type:http': inJobs(asDate('as an HTTP date', (date) => date.toUTCString())),
  'created-at.type:date': inJobs(asDate('as a day', (date) => date.toISOString().slice(0, 10))),
  'started-at.type:transcription': inJobs(unzoned('started_at'), 'transcription'),
  'completed-at.type:empty': inJobs(set('completed_at', ''), 'unended'),
  ...each('progress.present:*', ['failed', 'canceled'], (state) => inJobs(drop('progress'), state)),
  'progress.present:final': inJobs(drop('progress'), 'ended'),
  'progress.present:queued': inJobs(set('progress', null), 'submission'),
  'progress-percent.present': inJobs(drop('progress.percent')),
  'progress-percent.type:final': inJobs(replace('progress.percent', '100'), 'succeeded'),
  'progress-phase.present': inJobs(drop('progress.phase')),
  'output.type:text': inJobs(replace('output', 'the text'), 'transcription'),
  'output.type:urls': inJobs(edit('output', 'as a list of links', linksOf)),
  'output-url.type:empty': inJobs(replace('output[].url', '')),
  'output-url-expires-at.type:seconds': inJobs(replace('output[].url_expires_at', 3600)),
  'output-bytes.type:negative': inJobs(replace('output[].bytes', -1)),
  'output-purged-at.type': inJobs(set('output[].purged_at', false)),
  'output-purged-at.type:empty': inJobs(set('output[].purged_at', '')),
  'usage-units.value-type': inJobs(set('usage.units', { images: '1' })),
  'usage-units.value-type:transcription': inJobs(set('usage.units', { seconds: '12.5' }), 'transcription'),
  'usage-cost-billing-usd.type:amount': inJobs(replace('usage.cost.billing_usd', { amount: 1, currency: 'USD' })),
  'error.type:list': inJobs(retype('error', 'list')),
  'error-code.present': inJobs(drop('error.code')),
  'error-code.present:nested': inJobs(edit('error', 'as an envelope', (error) => ({ error }))),
  'error-code.known': inJobs(replace('error.code', 'job_failed')),
  'error-code.known:upper': inJobs(upperCase('error.code')),
  'error-code.known:status': inJobs(replace('error.code', '502')),
  'error-code.known:transcription': inJobs(replace('error.code', 'transcription_failed'), 'transcription'),
  'error-code.known:limited': inJobs(replace('error.code', 'provider_rate_limited'), failedWith('rate_limited')),
  'error-message.present': inJobs(replace('error.message', '')),
  'error-message.present:absent': inJobs(drop('error.message')),
  'error-message.present:transcription': inJobs(drop('error.message'), 'transcription'),
  'error-kind.of-code': inJobs(otherKind),
  'error-kind.of-code:unknown': inJobs(replace('error.kind', 'unknown')),
  'error-kind.of-code:payment': inJobs(replace('error.kind', 'terminal'), failedWith('provider_payment_required')),
  'error-kind.of-code:timeout': inJobs(unavailable, failedWith('upstream_timeout', 'request_timeout')),
  'error-kind.of-code:unauthorized': inJobs(unavailable, failedWith('provider_unauthorized')),
  'error-kind.of-code:first-failure': inJobs(unavailable, submittedWithList(), failedWith('provider_unauthorized')),
  'error-kind.of-code:moderation': inJobs(unavailable, failedWith('moderation_refused')),
  'error-scope.type': inJobs(set('error.scope', ['route'])),
  ...each('svc-metadata.present:*', ['read', 'cancel'], (place) => inJobs(drop('*_metadata'), place)),
  'svc-metadata-generation-id.equal': inJobs(append('*_metadata.generation_id', '0')),
  'svc-metadata-generation-id.equal:job': inJobs(copy('*_metadata.generation_id', 'id')),
  'svc-metadata-policy.type:object': inJobs(retype('*_metadata.policy', 'object')),
  'svc-metadata-policy.type:items': inJobs(replace('*_metadata.policy', [1])),
});

const withoutPrefix = edit('id', 'with the secret without its prefix', (id) => String(id).replace('job_', ''));
const generationAsId = all(
  copy('id', 'generation_id'),
  reword('id', 'with the prefix of jobs', (id) => id.replace(/^gen_/, 'job_')),
);

const countOf = counting();
const everEarlier: JobEdit = rewrite('an earlier started_at each time', (rendered, { job }) => {
  return shift('started_at', -1_000 * countOf(job)).change(rendered);
});

const allAtOnce = all(shift('created_at', 3), copy('started_at', 'created_at'), copy('completed_at', 'created_at'));

const identity = rows('job', {
  'identity.id-prefix': inJobs(withoutPrefix),
  'identity.id': inJobs(append('id', 'x'), 'read'),
  'identity.id:cancel': inJobs(append('id', '0'), 'cancel'),
  'identity.id:generation': inJobs(generationAsId, 'read'),
  'identity.generation-id': inJobs(set('generation_id', 'other'), 'read'),
  ...each('identity.generation-id:*', ['cancel', 'failed'], (when) => inJobs(append('generation_id', 'x'), when)),
  'identity.created-at': inJobs(shift('created_at', 1_000), 'read'),
  'identity.created-at:cancel': inJobs(asNow('created_at', 5), 'cancel'),
  'identity.created-at:ended': inJobs(allAtOnce, 'failed'),
  'identity.modality': inJobs(set('modality', 'other'), 'read'),
  'identity.modality:ended': inJobs(set('modality', 'file'), 'succeeded'),
  'identity.modality:cancel': inJobs(set('modality', 'media'), 'cancel'),
  'identity.model': inJobs(append('model', '-2'), 'read', 'ended', fromTheSecond()),
  'identity.output': inJobs(append('output[].checksum_sha256', '0'), 'read', fromTheSecond()),
  'identity.started-at': inJobs(everEarlier),
  'identity.end': inJobs(set('usage.units', {}), since('end', 30_000)),
  'identity.requested-model': inJobs(append('*_metadata.requested_model', '-new'), 'read', fromTheSecond()),
  'identity.requested-model:ended': inJobs(append('*_metadata.requested_model', '-final'), 'ended'),
  'identity.retry-of': inJobs(drop('retry_of'), 'read', fromTheSecond()),
  'identity.retry-of:cancel': inJobs(drop('retry_of'), 'cancel'),
  'metadata.requested-model': inJobs(replace('*_metadata.requested_model', 'gateproof/echo')),
  'metadata.requested-model:served': inJobs(copy('*_metadata.requested_model', 'model'), 'fallback'),
});

const endOfDay = edit('completed_at', 'as the end of the day', (time) => `${String(time).slice(0, 10)}T23:59:59.999Z`);
const ofRetried: JobEdit = rewrite('created_at as that of the retried job', (rendered, { account, job }) => {
  const { createdAtMs } = account.jobs.get(job.retryOf ?? '') ?? job;
  return { ...rendered, created_at: new Date(createdAtMs).toISOString() };
});
const startedAtItsEnd = all(copy('completed_at', 'created_at'), copy('started_at', 'created_at', 1));

const timeRows = rows('job.time', {
  'completed-only-when-final': inJobs(copy('completed_at', 'created_at'), 'unended'),
  'completed-only-when-final:zero': inJobs(set('completed_at', zeroTime), 'unended'),
  'completed-only-when-final:processing': inJobs(copy('completed_at', 'started_at'), 'processing'),
  'completed-only-when-final:estimate': inJobs(copy('completed_at', 'created_at', 30_000), 'unended'),
  'started-only-when-begun': inJobs(copy('started_at', 'created_at'), 'queued'),
  'created-before-started': inJobs(shift('started_at', -60_000)),
  'created-before-started:zero': inJobs(set('started_at', zeroTime), 'queued'),
  'started-before-completed': inJobs(copy('completed_at', 'started_at', -5_000), 'ended'),
  'started-before-completed:canceled': inJobs(startedAtItsEnd, 'canceled'),
  'created-before-completed': inJobs(copy('completed_at', 'created_at', -60_000), 'ended'),
  'created-before-completed:failed': inJobs(all(set('completed_at', zeroTime), set('started_at', zeroTime)), 'failed'),
  'created-at-submission': inJobs(set('created_at', past)),
  'created-at-submission:zone': inJobs(everyTime('of another zone', (time) => later(time, 2 * hourMs))),
  'created-at-submission:transcription': inJobs(shift('created_at', -hourMs), 'transcription'),
  'created-at-submission:retry': inJobs(ofRetried, 'retry'),
  'started-at-kept': inJobs(asNow('started_at'), 'processing'),
  'started-at-kept:transcription': inJobs(asNow('started_at'), 'processing', 'transcription'),
  'completed-at-end': inJobs(endOfDay),
  'completed-at-end:start': inJobs(copy('completed_at', 'started_at'), 'ended'),
  'completed-at-end:transcription': inJobs(shift('completed_at', hourMs), 'transcription'),
  'completed-at-end:failed': inJobs(shift('completed_at', hourMs), 'failed'),
});

/** What stays the same of a job, and its times. */
export const jobIdentity = [...identity, ...timeRows];
