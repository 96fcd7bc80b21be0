import { isFinal, type Job, type SeenRequest } from '@gateproof/simulator/behaviour';
import { realTime } from '@gateproof/upstreams';
import { afterwards, answering, decide, each, kinds, remembering, rows } from '../../change.ts';
import { all, asRunning, drop, type JobEdit, rewrite, set } from '../../edits/fields.ts';
import { copy } from '../../edits/texts.ts';
import { acceptAs, answerErrorAs, fail, recode, refuse } from '../../operators/answers.ts';
import { accepted, chargeFor, refusedWith } from '../../operators/charge.ts';
import { inJobs } from '../../operators/edit-messages.ts';
import { findForeign, findJobs, findUnder, findUnderOthers, refuseForeign } from '../../operators/jobs.ts';
import { isMedia, isObject, jobsOf, namedId, onceMore } from '../../requests/seen.ts';
import { recordsOf } from '../../scopes/delivery-log.ts';
import { about, isByAnotherKey, type JobScope, retrying, since, theFirstTime } from '../../scopes/jobs.ts';
import { at, submissions, where } from '../../scopes/requests.ts';

const notFound = 'job_not_found';
const reads = at('job-get');
const byAnotherKey = (...scopes: JobScope[]) => where(about('read', ...scopes), 'by another key', isByAnotherKey);
const delivered = where(reads, 'whose event was delivered', ({ account, path }) => {
  const records = account === undefined ? [] : recordsOf(account);
  return records.some(({ jobId, state }) => jobId === namedId(path) && state === 'delivered');
});

const runWhenRead = remembering((submitted = new Map<string, SeenRequest>()) =>
  afterwards('runs a job again at each read after its end', (request, answer) => {
    const { id, completed_at: endedAt } = isObject(answer?.body) ? answer.body : {};
    if (isMedia(request)) submitted.set(String(id), request);
    const first = request.route === 'job-get' && endedAt !== undefined ? submitted.get(String(id)) : undefined;
    return first === undefined ? [] : [onceMore(first)];
  }),
);

const readRows = rows('job.read', {
  found: acceptAs(reads, { status: 203 }),
  'found:waiting': acceptAs(about('read', 'unended'), { status: 202 }),
  'found:processing': refuse(about('read', 'processing'), notFound),
  'found:delivered': refuse(delivered, notFound),
  'found:canceled': refuse(about('read', 'canceled'), notFound),
  ...each('found:failed-*', kinds, (kind) => refuse(about('read', kind, 'failed'), 'provider_unavailable')),
  'content-type:read': acceptAs(about('read'), { contentType: 'text/plain' }),
  'content-type:failed': acceptAs(about('read', 'failed'), { contentType: 'text/plain' }),
  'content-type:cancel': acceptAs(at('job-cancel'), { contentType: 'text/plain' }),
  malformed: fail(where(reads, 'of ids of another form', ({ path }) => !/^job_\w+$/.test(namedId(path)))),
  'unknown:400': recode(notFound, 'invalid_request', reads),
  'unknown:model': recode(notFound, 'model_not_found', reads),
  'unknown:empty': answerErrorAs('job_not_found', reads, { status: 200, body: {} }),
  'unknown:410': recode('job_not_found', { code: 'job_not_found', status: 410 }, reads),
  'unknown:run': recode('job_not_found', 'run_not_found', reads),
  'unknown:beginning': findUnder('read', 'by shorter ids', ({ id }, sent) => sent.length > 6 && id.startsWith(sent)),
  ...findUnderOthers('read'),
  'other-key': refuse(byAnotherKey(), notFound),
  'other-key:finished': refuse(byAnotherKey('ended'), notFound),
  'other-key:ten-minutes': refuse(byAnotherKey(since('end', 600_000)), notFound),
  'other-key:deleted-key': refuse(about('deletedKey'), notFound),
  'restricted-key': decide('jobs', 'answers restricted keys as unauthorized', { restrictedCode: 'unauthorized' }),
  'without-effect:unknown': chargeFor(reads, 'that names no job', refusedWith(notFound)),
  'without-effect:unknown-cancel': chargeFor(at('job-cancel'), 'that names no job', refusedWith(notFound)),
  'without-effect': chargeFor(reads, 'that it answers', accepted),
  'without-effect:runs': runWhenRead,
  'state-of-work': inJobs(asRunning, 'read', 'ended', theFirstTime()),
});

const abortForeign = findJobs('ends jobs of other accounts that it refuses to cancel', ({ own, foreign, use }) => {
  if (use === 'cancel') foreign?.abort.abort();
  return own;
});

const cached = remembering((read = new Set<string>()) =>
  findJobs('finds finished jobs of other accounts once they were read', ({ id, own, foreign, use }) => {
    if (use !== 'read') return own;
    if (own !== undefined && isFinal(own.stage.state)) read.add(id);
    return own ?? (read.has(id) ? foreign : undefined);
  }),
);

const mixedUpMs = 5;
/** All but the first read of a job that has ended, which is what whoever waits for the end sees. */
const mixedUp = remembering(() => {
  const seen = new Set<string>();
  let last: { readonly account: unknown; readonly body: unknown; readonly atMs: number } | undefined;
  const words = `answers a read as that of another account within ${mixedUpMs} ms`;
  return answering(words, (sent, { route, path, account }) => {
    const isRead = route === 'job-get' && isObject(sent.body) && 'completed_at' in sent.body;
    if (!isRead || seen.size < seen.add(path).size) return sent;
    const before = last;
    last = { account, body: sent.body, atMs: realTime.now() };
    const isOther = before !== undefined && before.account !== account && last.atMs - before.atMs <= mixedUpMs;
    return isOther ? { ...sent, body: before.body } : sent;
  });
});

const forbidden = { code: 'forbidden', message: 'The job is not yours.' };
const otherWords = { code: 'job_not_found', message: 'This job belongs to another account.' };
const isolation = rows('job.isolation', {
  read: findForeign('read'),
  'read:running': findForeign('read', 'processing'),
  ...each('read:*', ['failed', 'canceled', 'transcription'], (scope) => findForeign('read', scope)),
  'read:403': refuseForeign(['read'], forbidden),
  'read:cached': cached,
  'read:together': mixedUp,
  cancel: findForeign('cancel'),
  'cancel:403': refuseForeign(['cancel'], forbidden),
  'cancel:transcription': refuseForeign(['cancel'], forbidden, 'transcription'),
  'cancel-finished': findForeign('cancel', 'ended'),
  'cancel-finished:transcription': findForeign('cancel', 'ended', 'transcription'),
  'cancel-without-effect': abortForeign,
  'same-refusal': refuseForeign(['read', 'cancel', 'retry'], otherWords),
  'same-refusal:finished': refuseForeign(['read', 'cancel'], otherWords, 'ended'),
  'same-refusal:generation': refuseForeign(['read', 'cancel'], { code: notFound, withGeneration: true }),
  'same-refusal:scope': refuseForeign(['read', 'cancel'], { code: notFound, scope: 'route' }),
});

/** Reads of jobs, and jobs of other accounts. */
export const jobReads = [...readRows, ...isolation];

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
  ...each('echoed:*', ['transcription', 'submission', 'read', 'cancel'], (scope) => inJobs(drop('retry_of'), scope)),
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
