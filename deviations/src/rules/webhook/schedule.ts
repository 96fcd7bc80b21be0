import { isFinal, type WebhookBehaviour } from '@gateproof/simulator/behaviour';
import { change } from '../../change.ts';
import { besides, namedJob } from '../../changes/exchange-changes.ts';
import { othersHere, pendingAt, recordsOf, stopPending } from '../../delivery-records.ts';
import { deliveries } from '../../delivery-scopes.ts';
import { inWebhooks } from '../../operators/deliveries.ts';
import { after, anyFailure, between, giveUp, leaveUncounted, noAnswer, tryUpTo } from '../../operators/retry.ts';
import { wait, waitAfter } from '../../operators/wait.ts';
import { each, rows } from '../../rows.ts';

const usual = [1, 5, 30, 120, 240, 360, 480] as const;
const usualGap = (made: number) => usual[made - 1] ?? 480;
const threeHours = () => 180;
const oneHour = () => 60;
const withPending = deliveries('beside a waiting one', (of) => othersHere(of).some(({ state }) => state === 'pending'));
const afterGivingUp = deliveries('after one given up', (of) =>
  othersHere(of).some(({ state }) => state === 'given-up'),
);

/** How often an event is tried. */
export const webhookAttempts = rows({
  'webhook.schedule.first-at-once': inWebhooks('waits a minute before the first attempt', () => ({
    firstWaitMs: () => 60_000,
  })),
  'webhook.schedule.one-at-a-time': inWebhooks('tries a receiver again that is silent for two seconds', attemptBeside),
  'webhook.schedule.eight-attempts': giveUp(anyFailure),
  'webhook.schedule.eight-attempts:second-event': giveUp(anyFailure, withPending),
  'webhook.schedule.eight-attempts:after-giving-up': giveUp(anyFailure, afterGivingUp),
  'webhook.schedule.eight-attempts:other-event': inWebhooks(
    'drops what waits at an endpoint once it acknowledges another event',
    ({ isSuccess }) => ({
      isSuccess(answer, attempt) {
        const succeeds = isSuccess(answer, attempt);
        if (succeeds) stopPending(othersHere(attempt));
        return succeeds;
      },
    }),
  ),
  'webhook.schedule.eight-attempts:read': change(
    'stops once the job has been read',
    besides((request) => {
      const job = request.route === 'job-get' ? namedJob(request) : undefined;
      if (request.account !== undefined && job !== undefined && isFinal(job.stage.state))
        stopPending(
          recordsOf(request.account).filter(({ jobId, attempts }) => jobId === job.id && attempts.length > 0),
        );
      return [];
    }),
  ),
  'webhook.schedule.no-ninth': tryUpTo(9),
  'webhook.schedule.no-ninth:for-ever': tryUpTo(40),
  'webhook.schedule.no-ninth:5xx': tryUpTo(10, between(500, 600)),
  'webhook.schedule.no-ninth:no-answer': tryUpTo(12, noAnswer),
  ...each([429, 503, 410], (uncounted) => [
    `webhook.schedule.no-ninth:${uncounted}`,
    leaveUncounted(`that got ${uncounted}`, (status) => status === uncounted),
  ]),
  'webhook.schedule.no-ninth:401': leaveUncounted('that got 401 or 403', (status) => status === 401 || status === 403),
  'webhook.schedule.no-ninth:rotation': inWebhooks('counts attempts anew after a rotation', ({ rotate }) => ({
    rotate(endpoint, fresh, account) {
      for (const record of pendingAt(endpoint, account)) record.attempts.splice(0);
      return rotate(endpoint, fresh, account);
    },
  })),
  'webhook.schedule.whatever-the-failure': leaveUncounted('without an answer', (status) => status === null),
  'webhook.schedule.whatever-the-failure:timeout': leaveUncounted('that timed out', (_status, trouble) =>
    trouble.startsWith('no answer within'),
  ),
  'webhook.endpoint.removed': inWebhooks('goes on at removed endpoints', () => ({ goesOnAfterRemoval: true })),
});

/** How long it waits in between. */
export const webhookGaps = rows({
  'webhook.schedule.gaps-grow:constant': wait(180),
  'webhook.schedule.gaps-grow:one-shrinks': wait(1, 5, 120, 60, 240, 360, 480),
  'webhook.schedule.gaps-grow:last-shrinks': wait(1, 5, 30, 120, 240, 480, 300),
  'webhook.schedule.gaps-grow:two-steps': wait(1, 240, 1, 240, 1, 240, 1),
  'webhook.schedule.gaps-grow:backwards': wait(...usual.toReversed()),
  'webhook.schedule.gaps-grow:full-jitter': waitAfter(
    anyFailure,
    'a time drawn from zero up',
    (made, _answer, fraction) => Math.max(1 / 3, 2 * usualGap(made) * fraction),
  ),
  'webhook.schedule.gaps-grow:429': waitAfter(after(429, 503), 'three hours', threeHours),
  'webhook.schedule.gaps-grow:4xx': waitAfter(between(400, 500), 'three hours', threeHours),
  'webhook.schedule.gaps-grow:no-answer': waitAfter(noAnswer, 'three hours', threeHours),
  'webhook.schedule.gaps-grow:redirect': waitAfter(between(300, 400), 'an hour', oneHour),
  'webhook.schedule.gaps-grow:503': waitAfter(after(503), 'an hour', oneHour),
  'webhook.schedule.gaps-grow:refused': waitAfter(after(400, 401, 403), 'an hour', oneHour),
  'webhook.schedule.not-short': wait(1, 2, 4, 6, 8, 10, 12),
  'webhook.schedule.not-short:six-hours': wait(1, 5, 15, 30, 60, 90, 120),
  'webhook.schedule.not-short:doubling': wait(...usual.map((_, place) => 2 ** place / 60)),
  'webhook.schedule.not-short:milliseconds': wait(...usual.map((minutes) => minutes / 1_000)),
  'webhook.schedule.not-short:4xx': waitAfter(between(400, 500), 'a minute for each attempt', (made) => made),
  'webhook.schedule.not-short:no-answer': waitAfter(noAnswer, 'a minute for each attempt', (made) => made),
  'webhook.schedule.not-short:retry-after': waitAfter(
    after(503),
    'what Retry-After says',
    (made, answer) => Number(answer?.retryAfter ?? usualGap(made) * 60) / 60,
  ),
  'webhook.schedule.not-long': wait(60, 240, 720, 1_200, 1_800, 2_400, 3_600),
  'webhook.schedule.not-long:last': wait(60, 120, 180, 240, 300, 360, 5_760),
  'webhook.schedule.not-long:doubling': wait(...usual.map((_, place) => 30 * 2 ** place)),
});

/** One more attempt beside the one that still waits for its answer. */
function attemptBeside({ message }: WebhookBehaviour): Partial<WebhookBehaviour> {
  const tried = new Set<string>();
  return {
    message(first, attempt) {
      const {
        record,
        number,
        finished: { account },
      } = attempt;
      const name = `${record.id} ${number}`;
      if (!tried.has(name)) {
        tried.add(name);
        account.clock.setTimer(2_000, () => {
          const again = record.attempts.length < number ? account.deliveries.get(record.id)?.again() : undefined;
          if (again !== undefined) void account.clock.track(again.catch(() => null));
        });
      }
      return message(first, attempt);
    },
  };
}
