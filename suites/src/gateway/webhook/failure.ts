import { caution, defineCheck, expectThat, NotExercised, type ReceiverAnswer, type World } from '@gateproof/harness';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import { type EndState, endStates } from '../../support/finished-jobs.ts';
import type { MediaRoute } from '../../support/media-jobs.ts';
import { attemptsFor, firstAttempt, hourMs, listen, untilAttempts } from '../../support/webhooks.ts';

/** A gateway may take this status for the end of an endpoint (freedom F091). */
const gone = 410;
const firstRetryLimitMs = 12 * hourMs;

/** Of which job the event is, and whether it goes to an endpoint that was added second. */
interface Circumstances {
  readonly state?: EndState;
  readonly route?: MediaRoute;
  readonly second?: boolean;
  /** The endpoint that was added first is removed while the attempt waits for its retry. */
  readonly removesFirst?: boolean;
  readonly meanwhile?: (listening: Awaited<ReturnType<typeof listen>>) => Promise<void>;
}

/** States that an attempt that was answered so is followed by another one within half a day. */
async function expectRetry(
  world: World,
  answer: ReceiverAnswer,
  what: string,
  { state = 'succeeded', route = 'image', second = false, removesFirst = false, meanwhile }: Circumstances = {},
): Promise<void> {
  const account = await world.account();
  const first = second ? await account.webhook({ path: '/first' }) : undefined;
  const webhook = await account.webhook();
  webhook.answer(answer, { kind: 'status', status: 200 });
  const { job } = await firstAttempt(world, { account, webhook }, { state, route });
  await meanwhile?.({ account, webhook });
  if (removesFirst) await first?.remove();
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
    observed: `none within twelve hours (${state} ${route} job)`,
    exchanges: attempts.map(({ exchange }) => exchange.id),
  });
}

/** Each status, with jobs of all sorts by turns. */
function retried(rule: string, statuses: readonly number[], headers: Readonly<Record<string, string>> = {}) {
  const rows = statuses.map((status, place) => ({
    status,
    state: endStates[place % 3] ?? 'succeeded',
    route: place % 4 === 3 ? ('transcription' as const) : ('image' as const),
    second: place % 2 === 1,
    removesFirst: place === 3,
  }));
  return defineCheck({
    rule,
    ...every(...rows),
    cases: rows.length,
    requestsPerCase: 20,
    decide: (world, { status, ...of }) =>
      expectRetry(world, { kind: 'status', status, headers }, `an answer with ${status}`, of),
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
    expectRetry(world, { kind: 'hang' }, 'no answer at all', {
      meanwhile: async ({ account }) => account.advance(11_000),
    }),
});

/** How many attempts an event has whose second attempt is answered so, after time enough for any wait. */
async function attemptsAfterSecond(world: World, second: ReceiverAnswer): Promise<number> {
  const listening = await listen(world);
  const { account, webhook } = listening;
  webhook.answer({ kind: 'status', status: 500 }, second, { kind: 'status', status: 200 });
  const { job } = await firstAttempt(world, listening);
  await untilAttempts(world, listening, 2);
  await account.advance(11_000);
  webhook.release();
  await world.until(() => false, 150);
  for (let passedMs = 0; passedMs < firstRetryLimitMs; passedMs += 2 * hourMs) await account.advance(2 * hourMs);
  return attemptsFor(world, webhook, job.id).length;
}

/** A late answer to a retry is as good as none. Who gives up after two attempts (freedom F091) shows so without any answer, too. */
async function expectThird(world: World): Promise<void> {
  const without = await attemptsAfterSecond(world, { kind: 'hang' });
  if (without < 3) throw new NotExercised('there is no third attempt');
  const late = await attemptsAfterSecond(world, { kind: 'held', status: 200 });
  expectThat(world, late >= 3, {
    expected: 'a third attempt after a 200 that took 11 s at the second one, as after no answer at all',
    observed: `${late} attempts`,
  });
}

const lateAnswer = defineCheck({
  rule: 'webhook.failure.late-answer',
  waits: true,
  ...every<number | 'to a retry'>(11_000, 20_000, 60_000, 'to a retry'),
  cases: 4,
  requestsPerCase: 30,
  decide: (world, afterMs) =>
    afterMs === 'to a retry'
      ? expectThird(world)
      : expectRetry(world, { kind: 'held', status: 200 }, `a 200 that took ${afterMs / 1000} s`, {
          async meanwhile({ account, webhook }) {
            await account.advance(afterMs);
            webhook.release();
            await world.until(() => false, 150);
          },
        }),
});

const elsewhere = { location: 'https://elsewhere.example.com/hook' };

/** Which answers are failures, and lead to another attempt (Receiver obligations and delivery rules, 1 and 2). */
export default [
  retried('webhook.failure.status-4xx', [
    ...[400, 401, 402, 403, 404, 405, 408, 409, 413, 415, 418, 421, 422, 423, 425, 429, 431, 451, 499],
    // Once more, of another job.
    ...[404, 409],
    gone,
  ]),
  retried('webhook.failure.status-5xx', [500, 501, 502, 503, 504, 505, 511, 520, 599]),
  retried('webhook.failure.redirect', [301, 302, 303, 307, 308], elsewhere),
  retried('webhook.failure.redirect-without-location', [300, 304, 302, 305, 399]),
  connectionLost,
  noAnswer,
  lateAnswer,
];
