import type { Job } from '@gateproof/simulator/behaviour';
import { each, kinds, rows } from '../../change.ts';
import { all, drop, type JobEdit, rewrite, set } from '../../edits/fields.ts';
import { copy } from '../../edits/times.ts';
import { fail, refuse } from '../../operators/answers.ts';
import { inJobs } from '../../operators/edit-messages.ts';
import { findForeign, refuseForeign } from '../../operators/jobs.ts';
import { isObject } from '../../requests/seen.ts';
import { isByAnotherKey, retrying, since } from '../../scopes/jobs.ts';
import { submissions, where } from '../../scopes/requests.ts';

const asQueued = all(drop('error'), drop('completed_at'), drop('started_at'), set('state', 'queued'));

/** `retry_of` as another one of the jobs of the account. */
const retryOf = (words: string, find: (jobs: ReadonlyMap<string, Job>, job: Job) => string | undefined): JobEdit =>
  rewrite(`retry_of as ${words}`, (rendered, { account, job }) => ({
    ...rendered,
    retry_of: find(account.jobs, job) ?? job.retryOf,
  }));

function rootOf(jobs: ReadonlyMap<string, Job>, { id, retryOf: earlier }: Job): string {
  const before = jobs.get(earlier ?? '');
  return before === undefined ? id : rootOf(jobs, before);
}

function retryBefore(jobs: ReadonlyMap<string, Job>, job: Job): string | undefined {
  const siblings = [...jobs.values()].filter((other) => other.retryOf === job.retryOf);
  return siblings[siblings.indexOf(job) - 1]?.id;
}

const asItsRetry: JobEdit = rewrite('the id of their retry', (rendered, { account, job }) => ({
  ...rendered,
  id: [...account.jobs.values()].find((other) => other.retryOf === job.id)?.id,
}));

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
  'echoed:root': inJobs(retryOf('the first of its chain', rootOf), 'retry'),
  'echoed:latest': inJobs(retryOf('the retry before it', retryBefore), 'retry'),
  'echoed:other-key': refuse(where(retrying(), 'by another key', isByAnotherKey), 'job_not_found'),
  'echoed:an-hour': refuse(retrying(since('end', 3_600_000)), 'job_not_found'),
  absent: inJobs(set('retry_of', 'job_madeup'), 'first'),
  'earlier-job': inJobs(copy('retry_of', 'id')),
  'new-job': inJobs(copy('id', 'retry_of'), 'submission'),
  'new-job:gone': inJobs(asItsRetry, 'read', 'retried'),
  ...each('new-job:earlier-*', kinds, (kind) => inJobs(asQueued, kind, 'failed', 'retried')),
  'new-job:output': inJobs(drop('output'), 'succeeded', 'retried'),
  unknown: fail(ofNothing),
  foreign: findForeign('retry'),
  'foreign:succeeded': refuseForeign(['retry'], notFailed, 'succeeded'),
  'foreign:running': refuseForeign(['retry'], notEnded, 'unended'),
});
