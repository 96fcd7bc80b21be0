import { caution, defineCheck, expectThat, type ReceiverAnswer, type World } from '@gateproof/harness';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import { attemptsFor, firstAttempt, hourMs, listen } from '../../support/webhooks.ts';

/** A gateway may take this status for the end of an endpoint (freedom F091). */
const gone = 410;
const firstRetryLimitMs = 12 * hourMs;

/** States that an attempt that was answered so is followed by another one within half a day. */
async function expectRetry(
  world: World,
  answer: ReceiverAnswer,
  what: string,
  meanwhile?: (listening: Awaited<ReturnType<typeof listen>>) => Promise<void>,
): Promise<void> {
  const listening = await listen(world);
  const { account, webhook } = listening;
  webhook.answer(answer, { kind: 'status', status: 200 });
  const { job } = await firstAttempt(world, listening);
  await meanwhile?.(listening);
  for (
    let passedMs = 0;
    passedMs < firstRetryLimitMs && attemptsFor(world, webhook, job.id).length < 2;
    passedMs += hourMs
  ) {
    await account.advance(hourMs);
  }
  const attempts = attemptsFor(world, webhook, job.id);
  if (attempts.length < 2 && answer.kind === 'status' && answer.status === gone) {
    caution(world, { expected: `another attempt after ${what}`, observed: 'none: 410 ends the attempts' });
  }
  expectThat(world, attempts.length >= 2, {
    expected: `another attempt after ${what}`,
    observed: 'none within twelve hours',
    exchanges: attempts.map(({ exchange }) => exchange.id),
  });
}

function retried(rule: string, statuses: readonly number[], headers: Readonly<Record<string, string>> = {}) {
  return defineCheck({
    rule,
    ...every(...statuses),
    cases: statuses.length,
    requestsPerCase: 20,
    decide: (world, status) => expectRetry(world, { kind: 'status', status, headers }, `an answer with ${status}`),
  });
}

const connectionLost = defineCheck({
  rule: 'webhook.failure.connection-lost',
  input: fc.constant('cut'),
  cases: 2,
  requestsPerCase: 20,
  decide: (world) => expectRetry(world, { kind: 'cut' }, 'a connection that closed without an answer'),
});

const noAnswer = defineCheck({
  rule: 'webhook.failure.no-answer',
  input: fc.constant('hang'),
  cases: 1,
  requestsPerCase: 20,
  decide: (world) =>
    expectRetry(world, { kind: 'hang' }, 'no answer at all', async ({ account }) => {
      await account.advance(11_000);
    }),
});

const lateAnswer = defineCheck({
  rule: 'webhook.failure.late-answer',
  ...every(11_000, 20_000, 60_000),
  cases: 3,
  requestsPerCase: 20,
  decide: (world, afterMs) =>
    expectRetry(
      world,
      { kind: 'held', status: 200 },
      `a 200 that took ${afterMs / 1000} s`,
      async ({ account, webhook }) => {
        await account.advance(afterMs);
        webhook.release();
        await world.until(() => false, 150);
      },
    ),
});

const elsewhere = { location: 'https://elsewhere.example.com/hook' };

/** Which answers are failures, and lead to another attempt (Receiver obligations and delivery rules, 1 and 2). */
export default [
  retried('webhook.failure.status-4xx', [400, 401, 402, 403, 404, 405, 408, 409, 413, 422, 425, 429, 451, 499, gone]),
  retried('webhook.failure.status-5xx', [500, 501, 502, 503, 504, 505, 511, 599]),
  retried('webhook.failure.redirect', [301, 302, 303, 307, 308], elsewhere),
  retried('webhook.failure.redirect-without-location', [300, 304, 302, 305, 399]),
  connectionLost,
  noAnswer,
  lateAnswer,
];
