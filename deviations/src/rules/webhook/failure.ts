import type { Account } from '@gateproof/simulator/behaviour';
import { each, rows, watch } from '../../change.ts';
import { acknowledge, also, answers, waitForAnswer } from '../../operators/acknowledge.ts';
import { after, anyFailure, between, follow, giveUp, noAnswer } from '../../operators/retry.ts';
import { about, aboutDiscarded, attempts, deliveries, laterEndpoints, retries } from '../../scopes/deliveries.ts';
import { othersHere, recordsOf, stopPending } from '../../scopes/delivery-log.ts';

const ends = ['failed', 'canceled'] as const;

/** Attempts whose failure is logged with this text. */
const meeting = (trouble: string) =>
  attempts(`that met ${trouble}`, ({ record }) => record.attempts.at(-1)?.trouble?.includes(trouble) === true);

const stopAll = (_gone: unknown, _endpoint: unknown, account: Account) => stopPending(recordsOf(account));
const laterOfEvent = deliveries('but at the first endpoint of an event', ({ finished: { account, job }, endpoint }) => {
  return recordsOf(account).find(({ jobId }) => jobId === job.id)?.endpointId !== endpoint.id;
});
const besideAnother = deliveries('while another event of the endpoint waits', (of) => {
  return othersHere(of).some(({ state, attempts }) => state === 'pending' && attempts.length > 0);
});

/** Answers after which an event comes again. */
export const webhookFailures = rows('webhook.failure', {
  'status-4xx:all': giveUp(between(400, 500)),
  'status-4xx:404': giveUp(after(404)),
  'status-4xx:409': acknowledge(also(409)),
  'status-4xx:409-canceled': acknowledge(also(409), about('canceled')),
  'status-4xx:unusual': giveUp(after(415, 418, 421, 423, 431)),
  'status-4xx:failed-job': giveUp(between(400, 500), about('failed')),
  ...each('status-4xx:*', [402, 405, 413, 425, 451, 499], (status) => acknowledge(also(status))),
  ...each('status-5xx:*', [501, 505, 511, 599], (status) => giveUp(after(status))),
  'status-5xx:retry': giveUp(between(501, 600), retries),
  'status-5xx:cloudflare': giveUp(between(512, 599)),
  ...each('status-5xx:job.*', ends, (state) => giveUp(anyFailure, about(state))),
  'status-5xx:transcription': giveUp(anyFailure, about('transcription')),
  'status-5xx:second-endpoint': giveUp(anyFailure, laterEndpoints),
  'status-5xx:first-of-many': giveUp(anyFailure, laterOfEvent),
  'status-5xx:beside-another': giveUp(anyFailure, besideAnother),
  'status-5xx:discarded': giveUp(anyFailure, aboutDiscarded),
  'status-5xx:removal': watch('webhooks.remove', 'stops all retries when an endpoint is removed', stopAll),
  ...each('redirect-without-location:*', [300, 304, 305], (status) => acknowledge(also(status))),
  redirect: acknowledge(answers('all below 400', ({ status }) => status < 400)),
  'redirect:308': acknowledge(also(308)),
  'connection-lost': giveUp(noAnswer),
  ...each('connection-lost:*', ends, (state) => giveUp(noAnswer, about(state))),
  'connection-lost:no-http': giveUp(noAnswer, meeting('HTTP')),
  'connection-lost:refused': giveUp(noAnswer, meeting('ECONNREFUSED')),
  'no-answer': giveUp(noAnswer),
  'no-answer:canceled': giveUp(noAnswer, about('canceled')),
  ...each('late-answer:*s', [12, 15, 30], (seconds) => waitForAnswer(seconds)),
  ...each('late-answer:*', ends, (state) => waitForAnswer(90, about(state))),
  'late-answer:retry': waitForAnswer(60, retries),
});

export const webhookRedirects = rows('webhook.redirect', {
  'not-followed': follow(between(300, 400)),
  ...each('not-followed:*', [301, 302, 303, 307, 308], (status) => follow(after(status))),
  'not-followed:retry': follow(between(300, 400), 'as-sent', retries),
  ...each('not-followed:*', ends, (state) => follow(between(300, 400), 'as-sent', about(state))),
  'not-followed:get': follow(between(300, 304), 'get'),
});
