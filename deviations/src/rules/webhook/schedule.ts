import { type DeliveryOf, isFinal, type WebhookBehaviour } from '@gateproof/simulator/behaviour';
import { afterwards, decide, each, rows, watch } from '../../change.ts';
import { acknowledge, allBut, okWhere, only, waitForAnswer } from '../../operators/acknowledge.ts';
import { after, anyFailure, between, giveUp, leaveUncounted, noAnswer, tryUpTo } from '../../operators/retry.ts';
import { whenRotated } from '../../operators/secrets.ts';
import { wait, waitAfter } from '../../operators/wait.ts';
import { before, namedJob } from '../../requests/seen.ts';
import { about, atAttempt, deliveries, laterEndpoints, retries } from '../../scopes/deliveries.ts';
import { othersHere, pendingAt, recordsOf, stopPending } from '../../scopes/delivery-log.ts';
import { and } from '../../scopes/requests.ts';

const nothing = only();
const ends = ['failed', 'canceled'] as const;

/** Answers that end a delivery. */
export const webhookAcknowledged = rows('webhook.acknowledged', {
  'status-200': acknowledge(nothing),
  'status-200:body': acknowledge(okWhere('without a body', ({ isEmpty }) => isEmpty)),
  'status-200:second-endpoint': acknowledge(nothing, laterEndpoints),
  'status-201': acknowledge(only(200)),
  'status-201:failed': acknowledge(only(200), about('failed')),
  'status-201:location': acknowledge(okWhere('without a Location', ({ location }) => location === undefined)),
  'status-202': acknowledge(allBut(202)),
  'status-204': acknowledge(allBut(204)),
  'status-204:canceled': acknowledge(allBut(204), about('canceled')),
  'status-other': acknowledge(only(200, 201, 202, 204)),
  ...each('status-other:*', [205, 206], (status) => acknowledge(allBut(status))),
  'status-other:208': acknowledge(okWhere('up to 208', ({ status }) => status <= 208)),
  'on-retry': acknowledge(nothing, retries),
  'on-retry:204': acknowledge(only(200), retries),
  ...each('on-retry:*', ends, (state) => acknowledge(nothing, and(retries, about(state)))),
  'on-retry:third': acknowledge(nothing, atAttempt(3)),
  'on-retry:seventh': acknowledge(nothing, atAttempt(7)),
  'in-nine-seconds:5s': waitForAnswer(5),
  'in-nine-seconds:8s': waitForAnswer(8.5),
  'in-nine-seconds:retry': waitForAnswer(5, retries),
  ...each('in-nine-seconds:*', ends, (state) => waitForAnswer(5, about(state))),
});

const stopOthers = (succeeds: boolean, _answer: unknown, of: DeliveryOf) => stopPending(succeeds ? othersHere(of) : []);
const usual = [1, 5, 30, 120, 240, 360, 480] as const;
const usualGap = (made: number) => usual[made - 1] ?? 480;
const [threeHours, oneHour] = [() => 180, () => 60];
const withPending = deliveries('beside a waiting one', (of) => othersHere(of).some(({ state }) => state === 'pending'));
const givenUp = deliveries('after one given up', (of) => othersHere(of).some(({ state }) => state === 'given-up'));

/** How often an event is tried. */
export const webhookAttempts = rows('webhook', {
  'schedule.first-at-once': decide('webhooks', 'waits a minute at first', { firstWaitMs: () => 60_000 }),
  'schedule.one-at-a-time': decide(
    'webhooks',
    'tries a receiver again that is silent for two seconds',
    attemptBeside(1),
  ),
  'schedule.one-at-a-time:retry': decide('webhooks', 'tries a silent receiver of a retry again', attemptBeside(2)),
  'schedule.eight-attempts': giveUp(anyFailure),
  ...each('schedule.eight-attempts:*', ends, (state) => giveUp(anyFailure, about(state))),
  'schedule.eight-attempts:second-event': giveUp(anyFailure, withPending),
  'schedule.eight-attempts:after-giving-up': giveUp(anyFailure, givenUp),
  'schedule.eight-attempts:other-event': watch('webhooks.isSuccess', 'gives up once another succeeds', stopOthers),
  'schedule.eight-attempts:read': afterwards('stops once the job has been read', (request) => {
    const job = namedJob(request, 'job-get');
    if (request.account !== undefined && job !== undefined && isFinal(job.stage.state))
      stopPending(recordsOf(request.account).filter(({ jobId, attempts }) => jobId === job.id && attempts.length > 0));
  }),
  'schedule.no-ninth': tryUpTo(9),
  ...each('schedule.no-ninth:*', ends, (state) => tryUpTo(9, anyFailure, about(state))),
  'schedule.no-ninth:for-ever': tryUpTo(40),
  'schedule.no-ninth:5xx': tryUpTo(10, between(500, 600)),
  'schedule.no-ninth:no-answer': tryUpTo(12, noAnswer),
  ...each('schedule.no-ninth:*', [429, 503, 410], (code) => leaveUncounted(`that got ${code}`, (of) => of === code)),
  'schedule.no-ninth:401': leaveUncounted('that got 401 or 403', (status) => status === 401 || status === 403),
  'schedule.no-ninth:refused': leaveUncounted('that were refused', (_, met) => /refused/i.test(met)),
  'schedule.no-ninth:rotation': whenRotated('counts attempts anew after a rotation', (endpoint, account) => {
    for (const record of pendingAt(endpoint, account)) record.attempts.splice(0);
  }),
  'schedule.whatever-the-failure': leaveUncounted('without an answer', (status) => status === null),
  'schedule.whatever-the-failure:timeout': leaveUncounted('that timed out', (_, met) => /^no answer within/.test(met)),
  'endpoint.removed': decide('webhooks', 'goes on at removed endpoints', { goesOnAfterRemoval: true }),
});

/** How long it waits in between. */
export const webhookGaps = rows('webhook.schedule', {
  'gaps-grow:constant': wait(180),
  'gaps-grow:one-shrinks': wait(1, 5, 120, 60, 240, 360, 480),
  'gaps-grow:last-shrinks': wait(1, 5, 30, 120, 240, 480, 300),
  'gaps-grow:two-steps': wait(1, 240, 1, 240, 1, 240, 1),
  'gaps-grow:backwards': wait(...usual.toReversed()),
  'gaps-grow:full-jitter': waitAfter(anyFailure, 'a time drawn from zero up', (made, _answer, fraction) =>
    Math.max(1 / 3, 2 * usualGap(made) * fraction),
  ),
  'gaps-grow:429': waitAfter(after(429, 503), 'three hours', threeHours),
  'gaps-grow:4xx': waitAfter(between(400, 500), 'three hours', threeHours),
  'gaps-grow:no-answer': waitAfter(noAnswer, 'three hours', threeHours),
  'gaps-grow:redirect': waitAfter(between(300, 400), 'an hour', oneHour),
  'gaps-grow:503': waitAfter(after(503), 'an hour', oneHour),
  'gaps-grow:refused': waitAfter(after(400, 401, 403), 'an hour', oneHour),
  'not-short': wait(1, 2, 4, 6, 8, 10, 12),
  'not-short:six-hours': wait(1, 5, 15, 30, 60, 90, 120),
  'not-short:doubling': wait(...usual.map((_, place) => 2 ** place / 60)),
  'not-short:milliseconds': wait(...usual.map((minutes) => minutes / 1_000)),
  'not-short:4xx': waitAfter(between(400, 500), 'a minute for each attempt', (made) => made),
  'not-short:no-answer': waitAfter(noAnswer, 'a minute for each attempt', (made) => made),
  'not-short:retry-after': waitAfter(after(503), 'what Retry-After says', (made, answer) => {
    return Number(answer?.retryAfter ?? usualGap(made) * 60) / 60;
  }),
  'not-long': wait(60, 240, 720, 1_200, 1_800, 2_400, 3_600),
  'not-long:last': wait(60, 120, 180, 240, 300, 360, 5_760),
  'not-long:doubling': wait(...usual.map((_, place) => 30 * 2 ** place)),
});

/** One more attempt beside the one that still waits for its answer, from such an attempt on. */
function attemptBeside(from: number) {
  const isTried = before();
  return ({ message }: WebhookBehaviour): Partial<WebhookBehaviour> => ({
    message(first, attempt) {
      const { record, number } = attempt;
      const { clock, deliveries } = attempt.finished.account;
      if (number >= from && !isTried(`${record.id} ${number}`))
        clock.setTimer(2_000, () => {
          const again = record.attempts.length < number ? deliveries.get(record.id)?.again() : undefined;
          if (again !== undefined) void clock.track(again.catch(() => null));
        });
      return message(first, attempt);
    },
  });
}
