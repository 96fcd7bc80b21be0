import type { Job } from '@gateproof/simulator/behaviour';
import { dayMs, hourMs } from '@gateproof/spec';
import { allow, beforehand, type Change, decide, deny, remembering, rows, together, watch } from '../../change.ts';
import { all, asFailed, asRunning, drop, replace, set } from '../../edits/fields.ts';
import { recode } from '../../operators/answers.ts';
import { inErrorsTo, inJobs } from '../../operators/edit-messages.ts';
import { afterFallback } from '../../operators/jobs.ts';
import { bodyOf, counting, idempotencyKeyOf, isMedia } from '../../requests/seen.ts';
import { jobsWhere, since } from '../../scopes/jobs.ts';
import { at } from '../../scopes/requests.ts';

/** Discards unfinished jobs with zero data retention after so many hours. */
const discardAfter = (hours: number): Change =>
  decide('jobs', `discards zdr jobs after ${hours} hours`, { zdrLifetimeMs: hours * hourMs });

/** Discards but some of the zdr jobs. */
const discardNo = (words: string, isKept: (job: Job) => boolean): Change =>
  deny('jobs.isDiscarded', `never discards zdr jobs ${words}`, (job) => isKept(job));

/** Discards other jobs as zdr jobs. */
const discardAlso = (words: string, is: (job: Job) => boolean): Change =>
  allow('jobs.isDiscarded', `discards jobs ${words} after 24 hours`, (job) => is(job));

const firstOfKey = new WeakMap<object, Job>();
const isFirstOfKey = (job: Job) => {
  if (!firstOfKey.has(job.key)) firstOfKey.set(job.key, job);
  return firstOfKey.get(job.key) === job;
};

const zdrKeys = new WeakSet<object>();
function isOfZdrKey({ isZdr, key }: Job): boolean {
  if (isZdr) zdrKeys.add(key);
  return zdrKeys.has(key);
}

const lastSeenMs = new WeakMap<Job, number>();
const seenWithinADay = jobsWhere('less than 24 hours after the time before', ({ job, nowMs }) => {
  const beforeMs = lastSeenMs.get(job) ?? Number.NEGATIVE_INFINITY;
  lastSeenMs.set(job, nowMs);
  return nowMs - beforeMs < dayMs;
});

/** Never discards what was asked under an Idempotency-Key, or so many times. */
const keepKeyed = (times: number) =>
  remembering((models = new Set<unknown>(), count = counting()) => [
    beforehand('', (request) => {
      const { model } = bodyOf(request);
      if (isMedia(request) && idempotencyKeyOf(request) !== undefined && count(model) >= times) models.add(model);
    }),
    deny('jobs.mayMove', `discards no zdr job asked for ${times} times under a key`, (_from, to, job) => {
      return job.isZdr && to === 'failed' && models.has(job.requestedModel);
    }),
  ]);

/** Never discards a job that was read before its fallback model was asked: its time begins anew then, and so on. */
const beginsAnew = remembering((read = new Set<unknown>(), late = new Set<unknown>()) => [
  watch('jobs.render', '', (_job, { job, where }) => {
    if (where === 'read') read.add(job.requestedModel);
  }),
  watch('routing.upstreamBody', '', (_sent, body, model) => {
    if (body.model !== model.id && read.has(body.model)) late.add(body.model);
  }),
  deny('jobs.mayMove', 'never discards zdr jobs whose fallback model is asked late', (_from, to, job) => {
    return job.isZdr && to === 'failed' && late.has(job.requestedModel);
  }),
]);

const expired = asFailed('retention_expired');
const aDayLater = since('submission', dayMs - 1);
const readsRefused = decide('jobs', 'refuses reads of discarded jobs', { discardedRead: 'retention_expired' });
const announceNo = (words: string, is: (job: Job) => boolean) =>
  deny('jobs.announces', `discards ${words} without an event`, (job) => isDiscarded(job) && is(job));
const isDiscarded = ({ stage }: Job) => stage.state === 'failed' && stage.error.code === 'retention_expired';
const isTranscription = ({ kind }: Job) => kind === 'transcription';

/** Jobs with zero data retention. */
export const jobZdr = rows('job.zdr', {
  'discarded:never': decide('jobs', 'never discards zdr jobs', { zdrLifetimeMs: undefined }),
  'discarded:two-days': discardAfter(48),
  'discarded:two-hours-late': discardAfter(26),
  'not-before:half-a-day': discardAfter(12),
  'not-before:hour-early': discardAfter(23),
  'not-before:minutes-early': discardAfter(24 - 2 / 60),
  'discarded:images': discardNo('for transcriptions', isTranscription),
  'discarded:transcriptions': discardNo('for images', (job) => !isTranscription(job)),
  'discarded:retries': discardNo('that retry another', ({ retryOf }) => retryOf !== undefined),
  'discarded:second': discardNo('but the first of a key', (job) => !isFirstOfKey(job)),
  'discarded:list': discardNo('with fallback models', ({ work }) => (work?.modelIds.length ?? 1) > 1),
  'discarded:fallback': afterFallback('never discards zdr jobs', ({ mayMove }, hasFallenBack) => ({
    mayMove: (from, to, job) => mayMove(from, to, job) && !(job.isZdr && to === 'failed' && hasFallenBack(job)),
  })),
  'discarded:late-fallback': beginsAnew,
  'discarded:idempotency-key': keepKeyed(1),
  'discarded:again': keepKeyed(2),
  'discarded:waiting': decide('jobs', 'keeps second jobs queued, and never discards those', ({ mayMove }) => ({
    queuedForMs: ({ jobs }) => (jobs.size === 2 ? 2 * dayMs : 0),
    mayMove: (from, to, job) => !(job.isZdr && from === 'queued' && to === 'failed') && mayMove(from, to, job),
  })),
  'discarded:read': inJobs(asRunning, seenWithinADay, 'discarded'),
  'discarded:canceled': inJobs(all(drop('error'), set('state', 'canceled')), 'discarded'),
  'discarded:empty': inJobs(drop('error'), 'discarded'),
  'discarded:other-code': inJobs(asFailed('request_timeout'), 'discarded'),
  'discarded:transcription-code': inJobs(asFailed('request_timeout'), 'discarded', 'transcription'),
  'discarded:read-timeout': together(recode('retention_expired', 'upstream_timeout', at('job-get')), readsRefused),
  'others-kept': discardAlso('of all kinds', () => true),
  'others-kept:transcription': discardAlso('for transcriptions', isTranscription),
  'others-kept:retry': discardAlso('that retry another', ({ retryOf }) => retryOf !== undefined),
  'others-kept:account': discardAlso('that were submitted after a zdr job', isOfZdrKey),
  'others-kept:retry-of-zdr': remembering((ids = new Set<string | undefined>()) =>
    discardAlso('that retry a zdr job', ({ id, isZdr, retryOf }) => {
      if (isZdr) ids.add(id);
      return ids.has(retryOf);
    }),
  ),
  kind: inJobs(replace('error.kind', 'timeout'), 'discarded'),
  'kind:read': inJobs(replace('error.kind', 'unavailable'), 'discarded', 'read'),
  'kind:transcription': inJobs(replace('error.kind', 'timeout'), 'discarded', 'transcription'),
  'kind:answer': together(inErrorsTo(at('job-get'), 'retention_expired', replace('kind', 'timeout')), readsRefused),
  'output-gone': inJobs(set('output', [{ url: 'http://127.0.0.1/x', type: 'image/png' }]), 'discarded'),
  'finished-in-time': inJobs(expired, 'zdr', 'succeeded', aDayLater),
  'finished-in-time:failed': inJobs(expired, 'zdr', 'failed', aDayLater),
  'finished-in-time:transcription': inJobs(expired, 'zdr', 'succeeded', 'transcription', aDayLater),
  'finished-in-time:canceled': allow('jobs.mayMove', 'discards canceled zdr jobs', (from, to, job) => {
    return job.isZdr && from === 'canceled' && to === 'failed' && job.generation.errorCode === null;
  }),
  event: announceNo('jobs', () => true),
  'event:transcription': announceNo('transcriptions', isTranscription),
  'event:code': inJobs(asFailed('upstream_timeout'), 'discarded', 'event'),
});
