import type { Account, DeliveryOf, DeliveryRecord, JobFinished, WebhookEndpoint } from '@gateproof/simulator/behaviour';
import { deny, each, remembering, rows, watch } from '../../change.ts';
import { inMessages } from '../../operators/events.ts';
import { sendTo, withholdJobs, withholdWhere } from '../../operators/recipients.ts';
import { jobsOf, keysOf } from '../../requests/seen.ts';
import { about, aboutDiscarded, endpointsOf } from '../../scopes/deliveries.ts';
import { othersHere, recordsOf } from '../../scopes/delivery-log.ts';

const records = ({ finished }: DeliveryOf) => recordsOf(finished.account);
const firstOnly = (own: readonly WebhookEndpoint[]) => own.slice(0, 1);
const everyAccount = (_own: unknown, _finished: unknown, all: Iterable<Account>) => [...all].flatMap(endpointsOf);
const isLaterJob = ({ account, job }: JobFinished): boolean => jobsOf(account)[0] !== job;
const isOfLaterKey = ({ account, job }: JobFinished): boolean => keysOf(account)[0] !== job.key;
const isLateSuccess = ({ state, attempts }: DeliveryRecord): boolean => state === 'delivered' && attempts.length > 1;

/** Who receives the events of a job. */
export const webhookRecipients = rows('webhook.recipient', {
  'other-account': sendTo('every account', everyAccount),
  'every-endpoint': sendTo('the first endpoint', firstOnly),
  ...each('other-account:*', ['failed', 'canceled'], (state) => sendTo('every account', everyAccount, about(state))),
  ...each('every-endpoint:*', ['failed', 'canceled'], (state) => sendTo('the first endpoint', firstOnly, about(state))),
  'every-endpoint:discarded': sendTo('the first endpoint', firstOnly, aboutDiscarded),
  'every-endpoint:two': sendTo('two endpoints at most', (own) => own.slice(0, 2)),
  'every-endpoint:removal': remembering((accounts = new WeakSet<Account>()) => [
    watch('webhooks.remove', '', (_removed, _endpoint, account) => accounts.add(account)),
    withholdWhere('after an endpoint was removed', ({ finished }) => accounts.has(finished.account)),
  ]),
  'every-job': withholdWhere('after the first job', ({ finished }) => isLaterJob(finished)),
  'every-job:retry-of': withholdJobs('jobs that retry others', ({ retryOf }) => retryOf !== undefined),
  'every-job:fallback': withholdJobs('jobs that another model served', (job) => job.model !== job.requestedModel),
  'every-job:zdr': withholdJobs('zdr jobs', ({ isZdr }) => isZdr),
  'every-job:sixth': withholdWhere('past five jobs', (of) => othersHere(of).length >= 5),
  'every-job:failed-second': withholdWhere('about failed jobs after the first', ({ finished }) => {
    const isOther = ({ type, jobId }: DeliveryRecord) => type === 'job.failed' && jobId !== finished.job.id;
    return finished.type === 'job.failed' && recordsOf(finished.account).some(isOther);
  }),
  'every-key': withholdWhere('for jobs of later keys', ({ finished }) => isOfLaterKey(finished)),
  'every-key:unsuccessful': withholdWhere('for failed and canceled jobs of later keys', ({ finished }) => {
    return finished.type !== 'job.succeeded' && isOfLaterKey(finished);
  }),
  'every-key:capped': withholdJobs('jobs of capped keys', ({ key }) => key.restrictions.monthlyCapUsd !== undefined),
  'every-key:deleted': withholdJobs('jobs of deleted keys', ({ key }) => key.deleted),
  independent: sendTo('the endpoint that was added first', firstOnly),
  'independent:beside-failing': withholdWhere('beside an endpoint that fails', (of) =>
    records(of).some(
      ({ endpointId, state, attempts }) => endpointId !== of.endpoint.id && state === 'pending' && attempts.length > 0,
    ),
  ),
  'independent:acknowledged-retry': deny(
    'webhooks.isRetried',
    'stops once another retry has succeeded',
    (_status, of) => records(of).some((record) => record.jobId === of.finished.job.id && isLateSuccess(record)),
  ),
  'registered-url': inMessages('without the query of the URL', ({ url }) => ({ url: url.replace(/\?.*$/, '') })),
  'registered-url:double-slash': inMessages('with one slash for two in the path', ({ url }) => {
    return { url: url.replaceAll(/([^:])\/\/+/g, '$1/') };
  }),
  'next-event': withholdWhere('after an unacknowledged one at the endpoint', (of) =>
    othersHere(of).some(({ state, attempts }) => state !== 'delivered' && attempts.length > 0),
  ),
  'next-event:no-answer': withholdWhere('after a silent answer at the endpoint', (of) =>
    othersHere(of).some(({ attempts }) => attempts.some(({ status }) => status === null)),
  ),
});
