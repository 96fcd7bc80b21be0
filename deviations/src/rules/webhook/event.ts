import { isFinal, type Job, type SeenRequest, type SentAnswer } from '@gateproof/simulator/behaviour';
import { beforehand, type Change, decide, each, remembering, rows, together } from '../../change.ts';
import { asRunning, edit } from '../../edits/fields.ts';
import { otherId } from '../../edits/texts.ts';
import { inJobs } from '../../operators/edit-messages.ts';
import { withhold, withholdJobs, withholdWhere } from '../../operators/endpoints.ts';
import { announce, announceStray, inEvents } from '../../operators/events.ts';
import { isBeingCanceled, queuedShortly, takeCancelsSlowly } from '../../operators/jobs.ts';
import { withHistory } from '../../operators/refused.ts';
import { isObject, namedJob } from '../../requests/seen.ts';
import { about, failedWith, retries } from '../../scopes/deliveries.ts';
import { theFirstTime } from '../../scopes/jobs.ts';
import { chats, streams, submissions } from '../../scopes/requests.ts';

const refusals = ['moderation_refused', 'invalid_request', 'context_length_exceeded', 'provider_unauthorized'];
const withholdFailed = (...codes: readonly string[]): Change =>
  withholdJobs(`jobs that failed with ${codes.join(', ')}`, (job) => failedWith(job, ...codes));

/** Writes `to` for `from` in types. */
const spell = (from: string, to: string) =>
  edit('type', `with "${to}" for "${from}"`, (type) => String(type).replace(from, to));
const isCanceled = ({ stage }: Job): boolean => stage.state === 'canceled';
const withholdUnstarted = withholdJobs('canceled ones that had not begun', ({ stage }) => {
  return stage.state === 'canceled' && stage.startedAtMs === undefined;
});
const lifeMs = ({ stage, createdAtMs }: Job): number =>
  'completedAtMs' in stage ? stage.completedAtMs - createdAtMs : Number.POSITIVE_INFINITY;
const submitted = ({ account }: SeenRequest, answer: SentAnswer | undefined): Job | undefined =>
  isObject(answer?.body) ? account?.jobs.get(String(answer.body.id)) : undefined;
const readFinal = (request: SeenRequest): Job | undefined => {
  const job = namedJob(request, 'job-get');
  return job !== undefined && isFinal(job.stage.state) ? job : undefined;
};
/** The job whose cancel is refused, of a kind. */
const refusedCancel = (kind?: Job['kind']) => (request: SeenRequest, answer: SentAnswer | undefined) => {
  const job = answer?.status === 409 ? namedJob(request, 'job-cancel') : undefined;
  return kind === undefined || job?.kind === kind ? job : undefined;
};

/** Each event of these jobs goes out twice, under ids of its own. */
const sendTwice = (words: string, holds: (job: Job) => boolean): Change =>
  decide('webhooks', `sends two events about ${words}`, ({ recipients }) => ({
    sharesEventId: false,
    recipients(finished, all) {
      const own = recipients(finished, all);
      return holds(finished.job) ? [...own, ...own] : own;
    },
  }));

/** Sends an event for each of the cancels of a job that were under way at once. */
const sendOneForEachCancel = remembering((several = new WeakSet<Job>()) => [
  takeCancelsSlowly,
  beforehand('', (request) => {
    const job = namedJob(request, 'job-cancel');
    if (job !== undefined && isBeingCanceled(job)) several.add(job);
  }),
  sendTwice('jobs of several cancels at once', (job) => several.has(job)),
]);
const announceWhenRead = remembering((read = new WeakSet<Job>()) => [
  withholdWhere('before', ({ finished }) => !read.has(finished.job)),
  announce('once the job is read', (request) => {
    const job = readFinal(request);
    if (job === undefined || read.has(job)) return undefined;
    read.add(job);
    return job;
  }),
]);

/** Which jobs bring about an event. */
export const webhookEvents = rows('webhook.event', {
  ...each('*', ['succeeded', 'failed', 'canceled'], (state) => withhold(about(state))),
  'failed:timeout': withholdFailed('upstream_timeout', 'request_timeout'),
  'failed:empty': withholdFailed('provider_empty_response'),
  'failed:refused': withholdFailed(...refusals),
  'canceled:at-once': withholdJobs('jobs canceled at once', (job) => isCanceled(job) && lifeMs(job) < 50),
  'canceled:waiting': together(decide('jobs', 'works at two jobs at once', { worksAtOnce: 2 }), withholdUnstarted),
  'canceled:just-submitted': together(queuedShortly, withholdUnstarted),
  transcription: withhold(about('transcription')),
  ...each('transcription:*', ['failed', 'canceled'], (state) => withhold(about(state, 'transcription'))),
  instant: withholdJobs('jobs that end within 30 ms', (job) => lifeMs(job) <= 30),
  'instant:when-read': announceWhenRead,
  'job-already-final': inJobs(asRunning, 'read', 'ended', theFirstTime()),
  'only-when-final': announce('for accepted submissions', (request, answer) =>
    submissions.covers(request) && answer?.status === 202 ? submitted(request, answer) : undefined,
  ),
  'known-type': inEvents(spell('canceled', 'cancelled')),
  'known-type:short': inEvents(spell('job.', '')),
  'known-type:completed': inEvents(spell('succeeded', 'completed')),
  'type-of-state': inEvents(spell('failed', 'canceled')),
  'once-per-job': inEvents(otherId, retries),
  'once-per-job:read': announce('at each read of a final job', readFinal),
  'once-per-job:fallback': sendTwice('jobs that another model served', (job) => job.model !== job.requestedModel),
  'once-per-job:zdr': sendTwice('zdr jobs', ({ isZdr }) => isZdr),
  'once-per-job:cancels-together': sendOneForEachCancel,
  // What brings about none.
  'none-for-chat': announceStray(chats),
  'none-for-chat:refused': announceStray(chats, 400, 500),
  'none-for-chat:failed': announceStray(chats, 500),
  'none-for-chat:stream': announceStray(streams),
  'none-for-refused': announceStray(submissions, 400),
  ...each('none-for-refused:*', [402, 403, 404, 409, 429], (status) => announceStray(submissions, status, status + 1)),
  ...each('none-for-replay:*', ['succeeded', 'failed', 'canceled'], (state) =>
    withHistory((history) =>
      announce(`again for a submission that comes again once its job is ${state}`, (request, answer) => {
        const isAgain = submissions.covers(request) && history.before(request).length > 0;
        const job = isAgain && (answer?.status ?? 500) < 300 ? submitted(request, answer) : undefined;
        return job?.stage.state === state ? job : undefined;
      }),
    ),
  ),
  'none-for-refused-cancel': announce('again for a refused cancel', refusedCancel()),
  'none-for-refused-cancel:transcription': announce('again for a refused one', refusedCancel('transcription')),
});
