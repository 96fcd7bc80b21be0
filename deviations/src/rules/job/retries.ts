import type { Job } from '@gateproof/simulator/behaviour';
import { each, kinds, rows } from '../../change.ts';
import { all, drop, type JobEdit, rewrite, set } from '../../edits/fields.ts';
import { copy } from '../../edits/times.ts';
import { fail, refuse } from '../../operators/answers.ts';
import { inJobs } from '../../operators/edit-messages.ts';
import { findForeign, refuseForeign } from '../../operators/jobs.ts';
import { isObject, jobsOf } from '../../requests/seen.ts';
import { isByAnotherKey, retrying, since } from '../../scopes/jobs.ts';
import { submissions, where } from '../../scopes/requests.ts';

const asQueued = all(drop('error'), drop('completed_at'), drop('started_at'), set('state', 'queued'));

/** A field as the id of another one of the jobs of the account, where there is such a one. */
const asAnother = (field: string, words: string, find: (jobs: readonly Job[], job: Job) => Job | undefined): JobEdit =>
  rewrite(`${field} as ${words}`, (rendered, { account, job }) => {
    const { id = rendered[field] } = find(jobsOf(account), job) ?? {};
    return { ...rendered, [field]: id };
  });

function rootOf(jobs: readonly Job[], { retryOf }: Job): Job | undefined {
  const earlier = jobs.find(({ id }) => id === retryOf);
  return earlier && (rootOf(jobs, earlier) ?? earlier);
}

function retryBefore(jobs: readonly Job[], job: Job): Job | undefined {
  const siblings = jobs.filter(({ retryOf }) => retryOf === job.retryOf);
  return siblings[siblings.indexOf(job) - 1];
}

const retryOf = (jobs: readonly Job[], { id }: Job) => jobs.find((other) => other.retryOf === id);
const ofNothing = where(submissions, 'that retry a job the account does not have', ({ body, account }) => {
  return isObject(body) && typeof body.retry_of === 'string' && !account?.jobs.has(body.retry_of);
});

const notFailed = { code: 'invalid_request', message: 'retry_of: names a job that has not failed.' };
const notEnded = { code: 'invalid_request', message: 'retry_of: names a job that has not ended.' };

/** Jobs that retry another. */
export const jobRetries = rows('job.retry-of', {
  echoed: inJobs(drop('retry_of')),
  'echoed:final': inJobs(drop('retry_of'), 'ended'),
  'echoed:transcription': inJobs(drop('retry_of'), 'transcription'),
  'echoed:submission': inJobs(drop('retry_of'), 'submission'),
  'echoed:read': inJobs(drop('retry_of'), 'read'),
  'echoed:cancel': inJobs(drop('retry_of'), 'cancel'),
  'echoed:root': inJobs(asAnother('retry_of', 'the first of its chain', rootOf), 'retry'),
  'echoed:latest': inJobs(asAnother('retry_of', 'the retry before it', retryBefore), 'retry'),
  'echoed:other-key': refuse(where(retrying(), 'by another key', isByAnotherKey), 'job_not_found'),
  'echoed:an-hour': refuse(retrying(since('end', 3_600_000)), 'job_not_found'),
  absent: inJobs(set('retry_of', 'job_madeup'), 'first'),
  'earlier-job': inJobs(copy('retry_of', 'id')),
  'new-job': inJobs(copy('id', 'retry_of'), 'submission'),
  'new-job:gone': inJobs(asAnother('id', 'that of their retry', retryOf), 'read', 'retried'),
  ...each('new-job:earlier-*', kinds, (kind) => inJobs(asQueued, kind, 'failed', 'retried')),
  'new-job:output': inJobs(drop('output'), 'succeeded', 'retried'),
  unknown: fail(ofNothing),
  foreign: findForeign('retry'),
  'foreign:succeeded': refuseForeign(['retry'], notFailed, 'succeeded'),
  'foreign:running': refuseForeign(['retry'], notEnded, 'unended'),
});
