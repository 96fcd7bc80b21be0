import { isFinal, type Job } from '@gateproof/simulator/behaviour';
import { answering, type Change, decide, deny, each, overrule, remembering, rows, together } from '../../change.ts';
import { drop, type Edit, rewrite, set } from '../../edits/fields.ts';
import { shift } from '../../edits/texts.ts';
import { acceptAs, answerErrorAs, fail, inAccepted, recode, refuse, reject } from '../../operators/answers.ts';
import { chargeFor } from '../../operators/charge.ts';
import { inErrors } from '../../operators/edit-messages.ts';
import { afterFallback, canceling, findUnderOthers, renderingAgain, takeCancelsSlowly } from '../../operators/jobs.ts';
import { before, by, errorIn, idempotencyKeyOf, isObject, jobsOf, namedId, namedJob } from '../../requests/seen.ts';
import { about, isByAnotherKey, type JobScope } from '../../scopes/jobs.ts';
import { cameBefore, comeAgain } from '../../scopes/repeats.ts';
import { at, where } from '../../scopes/requests.ts';

const finished = 'job_already_finished';
const cancels = at('job-cancel');
const cancelsOf = (...scopes: readonly JobScope[]) => about('cancel', ...scopes);
const byOtherKeys = (...scopes: readonly JobScope[]) => where(cancelsOf(...scopes), 'by another key', isByAnotherKey);
const isLater = cameBefore(by('route'));
const withoutBody = where(cancels, 'without a body at first', (one) => one.rawBody.length === 0 && !isLater(one));

const asNestedJob = rewrite('the job inside an object', (job) => ({ job }));
const asReceipt = rewrite('a receipt', ({ id }) => ({ id, object: 'job', canceled: true }));
const twoAtOnce = decide('jobs', 'runs two jobs of an account at once', { worksAtOnce: 2 });
const keepWaiting = deny('jobs.mayMove', 'cancels no queued job', (from, to) => from === 'queued' && to === 'canceled');

/** Takes half a minute for a cancel, and stays as it is for good where the call fails meanwhile. */
const losesCancels = remembering((isAsked = before(), lost = new WeakSet<Job>()) =>
  decide('jobs', 'forgets the cancel of a job whose call fails before it takes effect', ({ mayMove }) => ({
    cancelTakesMs: (job) => (isAsked(job) ? 0 : 30_000),
    mayMove(from, to, job) {
      if (to === 'failed' && job.cancelRequested) lost.add(job);
      return mayMove(from, to, job) && !lost.has(job);
    },
  })),
);

const keepsPlaces = overrule('jobs.queuedForMs', 'keeps the places of twelve canceled jobs', (queuedForMs, account) => {
  const canceled = jobsOf(account).filter(({ stage }) => stage.state === 'canceled');
  return canceled.length < 12 ? queuedForMs(account) : Number.MAX_SAFE_INTEGER;
});

const cancelAll = answering('ends all jobs of the account with the one that is canceled', (answer, request) => {
  if (request.route !== 'job-cancel' || answer.status !== 200) return answer;
  for (const job of jobsOf(request.account)) if (!isFinal(job.stage.state)) job.abort.abort();
  return answer;
});

const accepted = rows('job.cancel', {
  'accepted:204': decide('jobs', 'answers a cancel with 204', { cancelStatus: 204 }),
  'accepted:201': acceptAs(cancels, { status: 201 }),
  'accepted:empty': acceptAs(cancels, { body: {} }),
  'accepted:wrapped': inAccepted(cancels, asNestedJob),
  'accepted:bare': inAccepted(cancels, asReceipt),
  'accepted:transcription': refuse(cancelsOf('transcription', 'unended'), 'unsupported_capability'),
  'accepted:zdr': refuse(cancelsOf('zdr'), 'job_not_found'),
  'accepted:list': refuse(cancelsOf('list', 'unended'), finished),
  'accepted:waiting': together(refuse(cancelsOf('queued'), 'job_already_finished'), twoAtOnce),
  'accepted:key': reject(where(cancelsOf(), 'without an Idempotency-Key', (request) => !idempotencyKeyOf(request))),
  'accepted:other-key': refuse(byOtherKeys(), 'job_not_found'),
  'accepted:deleted-key': refuse(byOtherKeys('deletedKey'), 'job_not_found'),
  'no-body': reject(withoutBody),
  again: refuse(comeAgain(cancels, by('path')), 'job_not_found'),
  'again:together': together(takeCancelsSlowly, fail(cancelsOf(canceling))),
  'only-the-one': cancelAll,
  'only-the-one:places': keepsPlaces,
  unknown: recode('job_not_found', { code: finished, status: 409 }, cancels),
  'unknown:empty': answerErrorAs('job_not_found', cancels, { status: 200, body: {} }),
  ...findUnderOthers('cancel'),
  malformed: fail(where(cancels, 'of ids of another form', ({ path }) => !/^job_\w+$/.test(namedId(path)))),
  'reaches-final': decide('jobs', 'lets canceled jobs go on', { cancel: 'ignore' }),
  'reaches-final:failing': losesCancels,
  'reaches-final:waiting': together(keepWaiting, twoAtOnce),
  'reaches-final:fallback': afterFallback('lets canceled jobs go on', ({ mayMove, stopsCall }, has) => ({
    mayMove: (from, to, job) => mayMove(from, to, job) && !(to === 'canceled' && has(job)),
    stopsCall: (job) => stopsCall(job) && !has(job),
  })),
});

/** Accepts the cancel of finished jobs. */
const acceptLate = (words: string, is: (job: Job) => boolean): Change =>
  renderingAgain((renderAgain) =>
    answering(`accepts the cancel of ${words} jobs`, (answer, request) => {
      const job = errorIn(answer)?.code === finished ? namedJob(request) : undefined;
      if (job === undefined || !is(job)) return answer;
      return { ...answer, status: 200, body: renderAgain(job.id, request.nowMs) };
    }),
  );

const isRefusedBefore = before();

/** Edits jobs as they are read once their cancel was refused. */
function afterLateCancel(edit: Edit, is: (job: Job) => boolean = () => true): Change {
  const refused = new WeakSet<Job>();
  return answering(`renders jobs with ${edit.words} after a refused cancel`, (answer, request) => {
    const job = namedJob(request);
    if (job === undefined || !is(job) || !isObject(answer.body)) return answer;
    if (request.route === 'job-cancel' && answer.status === 409) refused.add(job);
    return refused.has(job) && request.route === 'job-get' ? { ...answer, body: edit.change(answer.body) } : answer;
  });
}

const acceptLateOf = (kind: Job['kind']) => (state: (typeof finals)[number]) =>
  acceptLate(`${state} ${kind}`, (job) => job.stage.state === state && job.kind === kind);

const canceledAlready = { status: 200, body: { object: 'job', state: 'canceled' } };
const finals = ['succeeded', 'failed', 'canceled'] as const;

const late = rows('job.cancel-finished', {
  succeeded: acceptLate('finished', () => true),
  'succeeded:400': recode(finished, { code: finished, status: 400 }, cancels),
  failed: recode(finished, 'job_not_found', cancelsOf('failed')),
  'failed:400': recode(finished, 'invalid_request', cancelsOf('failed', 'transcription')),
  canceled: recode(finished, 'job_not_found', cancelsOf('canceled')),
  'canceled:idempotent': answerErrorAs(finished, cancelsOf('canceled'), canceledAlready),
  ...each('*:image', finals, acceptLateOf('image')),
  ...each('*:transcription', finals, acceptLateOf('transcription')),
  ...each('*:second', finals, (state) =>
    acceptLate(`${state}, once refused`, (job) => job.stage.state === state && isRefusedBefore(job)),
  ),
  code: recode(finished, { code: 'job_not_found', status: 409 }, cancels),
  'code:invalid': recode(finished, { code: 'invalid_request', status: 409 }, cancels),
  'code:canceled': recode(finished, { code: 'job_not_found', status: 409 }, cancelsOf('canceled')),
  kind: inErrors(set('kind', 'unknown'), finished),
  unchanged: afterLateCancel(shift('completed_at', 1_000)),
  'unchanged:transcription': afterLateCancel(shift('completed_at', 7), ({ kind }) => kind === 'transcription'),
  'unchanged:charged': chargeFor(cancels, 'that it refuses', ({ status }) => status === 409),
  'unchanged:output': afterLateCancel(drop('output')),
  ...each('unchanged:canceled-*', ['succeeded', 'failed'], (state) =>
    afterLateCancel(set('state', 'canceled'), ({ stage }) => stage.state === state),
  ),
});

const acceptFirst = acceptLate('finished, the first time,', (job) => !isRefusedBefore(job));

/** Cancels of jobs. */
export const jobCancel = [...accepted, ...late, ...rows('job.state', { 'one-history': acceptFirst })];
