import { type Behaviour, type Job, patch } from '@gateproof/simulator/behaviour';
import { change, decide, together } from '../../change.ts';
import { idempotencyKeyOf, isMedia, isObject } from '../../changes/exchange-changes.ts';
import { all, drop, replace, set } from '../../edits.ts';
import { asFailed, asRunning } from '../../job-edits.ts';
import { jobsWhere, since } from '../../job-scopes.ts';
import { discardAfter, discardAlso, discardNo } from '../../operators/discard-jobs.ts';
import { inErrorsTo, inJobs } from '../../operators/edit-messages.ts';
import { recode } from '../../operators/refuse.ts';
import { rows } from '../../rows.ts';
import { at } from '../../scopes.ts';
import { afterFallback } from './after-fallback.ts';

const dayMs = 86_400_000;

const firstOfKey = new WeakMap<object, Job>();
function isFirstOfKey(job: Job): boolean {
  if (!firstOfKey.has(job.key)) firstOfKey.set(job.key, job);
  return firstOfKey.get(job.key) === job;
}

const zdrKeys = new WeakSet<object>();
function isOfZdrKey(job: Job): boolean {
  if (job.isZdr) zdrKeys.add(job.key);
  return zdrKeys.has(job.key);
}

const lastSeenMs = new WeakMap<Job, number>();
const seenWithinADay = jobsWhere('less than 24 hours after the time before', ({ job, nowMs }) => {
  const beforeMs = lastSeenMs.get(job) ?? Number.NEGATIVE_INFINITY;
  lastSeenMs.set(job, nowMs);
  return nowMs - beforeMs < dayMs;
});

/** Never discards what was asked under an Idempotency-Key. */
function keepKeyed(behaviour: Behaviour): Behaviour {
  const models = new Set<unknown>();
  const noting = patch('exchanges', ({ refusal }) => ({
    refusal(request) {
      if (isMedia(request) && idempotencyKeyOf(request) !== undefined && isObject(request.body))
        models.add(request.body.model);
      return refusal(request);
    },
  }));
  return discardNo('', ({ requestedModel }) => models.has(requestedModel)).apply(noting(behaviour));
}

const expired = asFailed('retention_expired');
const aDayLater = since('submission', dayMs - 1);
const asTimeout = recode('retention_expired', 'upstream_timeout', at('job-get'));
const ofKindTimeout = inErrorsTo(at('job-get'), 'retention_expired', replace('kind', 'timeout'));
const readsRefused = decide('jobs', 'refuses reads of discarded jobs', { discardedRead: 'retention_expired' });
const announceNo = (words: string, is: (job: Job) => boolean) =>
  decide('jobs', `discards ${words} without an event`, ({ announces }) => ({
    announces: (job) => announces(job) && !(isDiscarded(job) && is(job)),
  }));
const isDiscarded = ({ stage }: Job) => stage.state === 'failed' && stage.error.code === 'retention_expired';
const isTranscription = ({ kind }: Job) => kind === 'transcription';

/** Jobs with zero data retention. */
export const jobZdr = rows({
  'job.zdr.discarded:never': discardAfter(undefined),
  'job.zdr.discarded:two-days': discardAfter(48),
  'job.zdr.discarded:two-hours-late': discardAfter(26),
  'job.zdr.not-before:half-a-day': discardAfter(12),
  'job.zdr.not-before:hour-early': discardAfter(23),
  'job.zdr.not-before:minutes-early': discardAfter(24 - 2 / 60),
  'job.zdr.discarded:images': discardNo('for transcriptions', isTranscription),
  'job.zdr.discarded:transcriptions': discardNo('for images', (job) => !isTranscription(job)),
  'job.zdr.discarded:retries': discardNo('that retry another', ({ retryOf }) => retryOf !== undefined),
  'job.zdr.discarded:second': discardNo('but the first of a key', (job) => !isFirstOfKey(job)),
  'job.zdr.discarded:list': discardNo('with fallback models', ({ work }) => (work?.modelIds.length ?? 1) > 1),
  'job.zdr.discarded:fallback': afterFallback('never discards zdr jobs', ({ mayMove }, hasFallenBack) => ({
    mayMove: (from, to, job) => mayMove(from, to, job) && !(job.isZdr && to === 'failed' && hasFallenBack(job)),
  })),
  'job.zdr.discarded:idempotency-key': change('never discards zdr jobs under an Idempotency-Key', keepKeyed),
  'job.zdr.discarded:waiting': decide('jobs', 'keeps second jobs queued, and never discards those', ({ mayMove }) => ({
    queuedForMs: ({ jobs }) => (jobs.size === 2 ? 2 * dayMs : 0),
    mayMove: (from, to, job) => !(job.isZdr && from === 'queued' && to === 'failed') && mayMove(from, to, job),
  })),
  'job.zdr.discarded:read': inJobs(asRunning, seenWithinADay, 'discarded'),
  'job.zdr.discarded:canceled': inJobs(all(drop('error'), set('state', 'canceled')), 'discarded'),
  'job.zdr.discarded:empty': inJobs(drop('error'), 'discarded'),
  'job.zdr.discarded:other-code': inJobs(asFailed('request_timeout'), 'discarded'),
  'job.zdr.discarded:transcription-code': inJobs(asFailed('request_timeout'), 'discarded', 'transcription'),
  'job.zdr.discarded:read-timeout': together(asTimeout, readsRefused),
  'job.zdr.others-kept': discardAlso('of all kinds', () => true),
  'job.zdr.others-kept:transcription': discardAlso('for transcriptions', isTranscription),
  'job.zdr.others-kept:retry': discardAlso('that retry another', ({ retryOf }) => retryOf !== undefined),
  'job.zdr.others-kept:account': discardAlso('that were submitted after a zdr job', isOfZdrKey),
  'job.zdr.others-kept:retry-of-zdr': change('discards retries of zdr jobs as those', (behaviour) => {
    const ids = new Set<string | undefined>();
    return discardAlso('', ({ id, isZdr, retryOf }) => {
      if (isZdr) ids.add(id);
      return ids.has(retryOf);
    }).apply(behaviour);
  }),
  'job.zdr.kind': inJobs(replace('error.kind', 'timeout'), 'discarded'),
  'job.zdr.kind:read': inJobs(replace('error.kind', 'unavailable'), 'discarded', 'read'),
  'job.zdr.kind:transcription': inJobs(replace('error.kind', 'timeout'), 'discarded', 'transcription'),
  'job.zdr.kind:answer': together(ofKindTimeout, readsRefused),
  'job.zdr.output-gone': inJobs(set('output', [{ url: 'http://127.0.0.1/x', type: 'image/png' }]), 'discarded'),
  'job.zdr.finished-in-time': inJobs(expired, 'zdr', 'succeeded', aDayLater),
  'job.zdr.finished-in-time:failed': inJobs(expired, 'zdr', 'failed', aDayLater),
  'job.zdr.finished-in-time:transcription': inJobs(expired, 'zdr', 'succeeded', 'transcription', aDayLater),
  'job.zdr.finished-in-time:canceled': decide('jobs', 'discards canceled zdr jobs', ({ mayMove }) => ({
    mayMove: (from, to, job) =>
      mayMove(from, to, job) ||
      (job.isZdr && from === 'canceled' && to === 'failed' && job.generation.errorCode === null),
  })),
  'job.zdr.event': announceNo('jobs', () => true),
  'job.zdr.event:transcription': announceNo('transcriptions', isTranscription),
  'job.zdr.event:code': inJobs(asFailed('upstream_timeout'), 'discarded', 'event'),
});
