import { isFinal, patch, type SeenRequest } from '@gateproof/simulator/behaviour';
import { realTime } from '@gateproof/upstreams';
import { change, decide } from '../../change.ts';
import { besides, isMedia, isObject, namedId, onceMore } from '../../changes/exchange-changes.ts';
import { asRunning } from '../../job-edits.ts';
import { about, type JobScope, since, theFirstTime } from '../../job-scopes.ts';
import { acceptAs, answerErrorAs, charge } from '../../operators/answer-as.ts';
import { inJobs } from '../../operators/edit-messages.ts';
import { findForeign, findJobs, findUnder, refuseForeign } from '../../operators/find-jobs.ts';
import { recode, refuse } from '../../operators/refuse.ts';
import { each, rows } from '../../rows.ts';
import { at, where } from '../../scopes.ts';
import { isByAnotherKey } from './by-another-key.ts';

const notFound = 'job_not_found';
const reads = at('job-get');
const byAnotherKey = (...scopes: readonly JobScope[]) =>
  where(about('read', ...scopes), 'by another key', isByAnotherKey);

const ofOddIds = where(reads, 'of ids of another form', ({ path }) => !/^job_\w+$/.test(namedId(path)));

const runWhenRead = change('runs a job again at each read after its end', (behaviour) => {
  const submitted = new Map<string, SeenRequest>();
  return besides((request, answer) => {
    const { id, completed_at: endedAt } = isObject(answer?.body) ? answer.body : {};
    if (isMedia(request)) submitted.set(String(id), request);
    const first = request.route === 'job-get' && endedAt !== undefined ? submitted.get(String(id)) : undefined;
    return first === undefined ? [] : [onceMore(first)];
  })(behaviour);
});

const readRows = rows({
  'job.read.found': acceptAs(reads, { status: 203 }),
  'job.read.found:waiting': acceptAs(about('read', 'unended'), { status: 202 }),
  'job.read.found:processing': refuse(about('read', 'processing'), notFound),
  'job.read.found:canceled': refuse(about('read', 'canceled'), notFound),
  ...each(['image', 'transcription'], (kind) => [
    `job.read.found:failed-${kind}`,
    refuse(about('read', kind, 'failed'), 'provider_unavailable'),
  ]),
  'job.read.content-type:read': acceptAs(about('read'), { contentType: 'text/plain' }),
  'job.read.content-type:cancel': acceptAs(at('job-cancel'), { contentType: 'text/plain' }),
  'job.read.malformed': refuse(ofOddIds, 'internal_error'),
  'job.read.unknown:400': decide('jobs', 'answers unknown ids as invalid', { unknownCode: 'invalid_request' }),
  'job.read.unknown:model': decide('jobs', 'answers unknown ids as models', { unknownCode: 'model_not_found' }),
  'job.read.unknown:empty': answerErrorAs('job_not_found', reads, { status: 200, body: {} }),
  'job.read.unknown:410': recode('job_not_found', { code: 'job_not_found', status: 410 }, reads),
  'job.read.unknown:run': recode('job_not_found', 'run_not_found', reads),
  'job.read.unknown:beginning': findUnder(
    'read',
    'by shorter ids',
    ({ id }, sent) => sent.length > 6 && id.startsWith(sent),
  ),
  'job.read.unknown:longer': findUnder('read', 'under longer ids', (job, id) => id.startsWith(job.id)),
  'job.read.unknown:generation': findUnder('read', 'under their generation_id', (job, id) => job.generation.id === id),
  'job.read.other-key': refuse(byAnotherKey(), notFound),
  'job.read.other-key:finished': refuse(byAnotherKey('ended'), notFound),
  'job.read.other-key:ten-minutes': refuse(byAnotherKey(since('end', 600_000)), notFound),
  'job.read.other-key:deleted-key': refuse(about('deletedKey'), notFound),
  'job.read.restricted-key': decide('jobs', 'answers restricted keys as unauthorized', {
    restrictedCode: 'unauthorized',
  }),
  'job.read.without-effect': charge('accepted', reads),
  'job.read.without-effect:runs': runWhenRead,
  'job.read.state-of-work': inJobs(asRunning, 'read', 'ended', theFirstTime()),
});

const abortForeign = findJobs('ends jobs of other accounts that it refuses to cancel', ({ own, foreign, use }) => {
  if (use === 'cancel') foreign?.abort.abort();
  return own;
});

const cached = change('finds finished jobs of other accounts once they were read', (behaviour) => {
  const read = new Set<string>();
  return findJobs('', ({ id, own, foreign, use }) => {
    if (use !== 'read') return own;
    if (own !== undefined && isFinal(own.stage.state)) read.add(id);
    return own ?? (read.has(id) ? foreign : undefined);
  }).apply(behaviour);
});

const mixedUpMs = 5;
/** All but the first read of a job that has ended, which is what whoever waits for the end sees. */
const mixedUp = change(`answers a read as that of another account within ${mixedUpMs} ms`, (behaviour) => {
  const seen = new Set<string>();
  let last: { readonly account: unknown; readonly body: unknown; readonly atMs: number } | undefined;
  return patch('exchanges', ({ answer }) => ({
    answer(present, request) {
      const sent = answer(present, request);
      const { route, path, account } = request;
      const isRead = route === 'job-get' && isObject(sent.body) && 'completed_at' in sent.body;
      if (!isRead || seen.size < seen.add(path).size) return sent;
      const before = last;
      last = { account, body: sent.body, atMs: realTime.now() };
      const isOther = before !== undefined && before.account !== account && last.atMs - before.atMs <= mixedUpMs;
      return isOther ? { ...sent, body: before.body } : sent;
    },
  }))(behaviour);
});

const forbidden = { code: 'forbidden', message: 'The job is not yours.' };
const otherWords = { code: 'job_not_found', message: 'This job belongs to another account.' };
const isolation = rows({
  'job.isolation.read': findForeign('read'),
  'job.isolation.read:failed': findForeign('read', 'failed'),
  'job.isolation.read:canceled': findForeign('read', 'canceled'),
  'job.isolation.read:running': findForeign('read', 'processing'),
  'job.isolation.read:transcription': findForeign('read', 'transcription'),
  'job.isolation.read:403': refuseForeign(['read'], forbidden),
  'job.isolation.read:cached': cached,
  'job.isolation.read:together': mixedUp,
  'job.isolation.cancel': findForeign('cancel'),
  'job.isolation.cancel:403': refuseForeign(['cancel'], forbidden),
  'job.isolation.cancel:transcription': refuseForeign(['cancel'], forbidden, 'transcription'),
  'job.isolation.cancel-finished': findForeign('cancel', 'ended'),
  'job.isolation.cancel-finished:transcription': findForeign('cancel', 'ended', 'transcription'),
  'job.isolation.cancel-without-effect': abortForeign,
  'job.isolation.same-refusal': refuseForeign(['read', 'cancel', 'retry'], otherWords),
  'job.isolation.same-refusal:finished': refuseForeign(['read', 'cancel'], otherWords, 'ended'),
  'job.isolation.same-refusal:generation': refuseForeign(['read', 'cancel'], { code: notFound, withGeneration: true }),
  'job.isolation.same-refusal:scope': refuseForeign(['read', 'cancel'], { code: notFound, scope: 'route' }),
});

/** Reads of jobs, and jobs of other accounts. */
export const jobReads = [...readRows, ...isolation];
