import { isFinal, type Job, type JobView, type SeenRequest } from '@gateproof/simulator/behaviour';
import { bodyOf, counting, jobsOf, namedJob } from '../requests/seen.ts';
import { requests, type Scope } from './requests.ts';

/** A job as it is rendered, or as a request names it. */
type SeenJob = Pick<JobView, 'job' | 'account' | 'nowMs' | 'where'>;

/** Which jobs a change shows in: a scope, or a name of the table below. */
export type JobScope = Scope<SeenJob> | keyof typeof named;

/** Jobs for which a condition holds. */
export const jobsWhere = (words: string, covers: (seen: SeenJob) => boolean): Scope<SeenJob> => ({ words, covers });

export const failedWith = (...codes: readonly string[]) =>
  jobsWhere(`that failed with ${codes.join(' or ')}`, ({ job: { stage } }) => {
    return stage.state === 'failed' && codes.includes(stage.error.code);
  });

/** Jobs of whose account another job is so. */
export const beside = (words: string, is: (other: Job, job: Job) => boolean) =>
  jobsWhere(words, ({ job, account }) => jobsOf(account).some((other) => other !== job && is(other, job)));

const kind = (name: Job['kind']) => jobsWhere(`for ${name} jobs`, ({ job }) => job.kind === name);
const state = (name: Job['stage']['state']) => jobsWhere(`in state ${name}`, ({ job }) => job.stage.state === name);
const place = (name: JobView['where'], words: string) => jobsWhere(words, ({ where }) => where === name);

const named = {
  image: kind('image'),
  transcription: kind('transcription'),
  queued: state('queued'),
  processing: state('processing'),
  succeeded: state('succeeded'),
  failed: state('failed'),
  canceled: state('canceled'),
  ended: jobsWhere('after their end', ({ job }) => isFinal(job.stage.state)),
  unended: jobsWhere('before their end', ({ job }) => !isFinal(job.stage.state)),
  submission: place('submission', 'at submissions'),
  read: place('read', 'at reads'),
  cancel: place('cancel', 'at cancels'),
  event: place('event', 'in events'),
  zdr: jobsWhere('with zero data retention', ({ job }) => job.isZdr),
  discarded: failedWith('retention_expired'),
  retry: jobsWhere('that retry another', ({ job }) => job.retryOf !== undefined),
  first: jobsWhere('that retry none', ({ job }) => job.retryOf === undefined),
  retried: beside('once they are retried', (other, job) => other.retryOf === job.id),
  fallback: jobsWhere('that a fallback model served', ({ job }) => job.model !== job.requestedModel),
  list: jobsWhere('that have models to fall back on', ({ job }) => (job.work?.modelIds.length ?? 1) > 1),
  deletedKey: jobsWhere('of deleted keys', ({ job }) => job.key.deleted),
} as const;

/** Jobs that were submitted with models to fall back on, which a job that has ended holds no longer. Comes first among the scopes. */
export function submittedWithList() {
  const listed = new WeakSet<Job>();
  return jobsWhere('that were submitted with models to fall back on', ({ job }) => {
    if ((job.work?.modelIds.length ?? 1) > 1) listed.add(job);
    return listed.has(job);
  });
}

/** Jobs that were submitted, or have ended, so many ms ago. */
export const since = (moment: 'submission' | 'end', ms: number) =>
  jobsWhere(`${ms / 1000} s after their ${moment}`, ({ job: { createdAtMs, stage }, nowMs }) => {
    if (moment === 'submission') return nowMs > createdAtMs + ms;
    return 'completedAtMs' in stage && nowMs > stage.completedAtMs + ms;
  });

/** Counts, from 1, how often a job is seen where the scopes before it cover it, or what `of` returns for it. */
export function nth(holds: (count: number) => boolean, words: string, of: 'each' | 'all' = 'each') {
  const countOf = counting();
  return jobsWhere(words, ({ job }) => holds(countOf(of === 'each' ? job : undefined)));
}
export const theFirstTime = () => nth((count) => count === 1, 'the first time');
export const fromTheSecond = () => nth((count) => count > 1, 'from the second time on');

/** What all the scopes cover. */
export function allOf(scopes: readonly JobScope[]): Scope<SeenJob> {
  const parts = scopes.map((scope) => (typeof scope === 'string' ? named[scope] : scope));
  return jobsWhere(parts.map(({ words }) => words).join(' '), (seen) => parts.every(({ covers }) => covers(seen)));
}

/** Requests to read or cancel a job that the scopes cover. */
export function about(...scopes: readonly JobScope[]): Scope {
  const { words, covers } = allOf(scopes);
  return requests(words, (request) => {
    const { account, nowMs, route } = request;
    const job = namedJob(request);
    if (job === undefined || account === undefined) return false;
    return covers({ job, account, nowMs, where: route === 'job-cancel' ? 'cancel' : 'read' });
  });
}

/** Submissions that retry a job that the scopes cover. */
export function retrying(...scopes: readonly JobScope[]): Scope {
  const { words, covers } = allOf(scopes);
  return requests(`to retries of jobs ${words}`.trimEnd(), (request) => {
    const { account, nowMs } = request;
    const job = retriedJob(request);
    return job !== undefined && account !== undefined && covers({ job, account, nowMs, where: 'submission' });
  });
}

const retriedJob = (request: SeenRequest) => request.account?.jobs.get(String(bodyOf(request).retry_of));

/** Whether a request reads, cancels or retries a job that another key submitted. */
export function isByAnotherKey(request: SeenRequest): boolean {
  const { key } = namedJob(request) ?? retriedJob(request) ?? {};
  return key !== undefined && request.headers.authorization !== `Bearer ${key.secret}`;
}
