import {
  defineCheck,
  expectThat,
  NotExercised,
  type ReceiverAnswer,
  SetupFailed,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import { attemptsFor, firstAttempt, listen, runOutSchedule } from '../../support/webhooks.ts';

type Meanwhile = (listening: Awaited<ReturnType<typeof listen>>) => Promise<void>;

/** One more delivery now and then is no schedule that goes on (freedom F092): so many events in a row must show it. */
const rounds = 3;

/** States that the attempts at an event end once an answer was given. */
async function expectEnd(
  world: World,
  answers: readonly ReceiverAnswer[],
  wanted: number,
  what: string,
  meanwhile?: Meanwhile,
) {
  for (let round = 1; ; round += 1) {
    const { more, exchanges } = await attemptsBeyond(world, answers, wanted, meanwhile);
    if (more === 1 && round < rounds) continue;
    expectThat(world, more === 0, { expected: `no attempt after ${what}`, observed: `${more} more`, exchanges });
    return;
  }
}

async function attemptsBeyond(
  world: World,
  answers: readonly ReceiverAnswer[],
  wanted: number,
  meanwhile: Meanwhile | undefined,
): Promise<{ readonly more: number; readonly exchanges: readonly string[] }> {
  const listening = await listen(world);
  listening.webhook.answer(...answers);
  const { job } = await firstAttempt(world, listening);
  await meanwhile?.(listening);
  await runOutSchedule(listening.account);
  const attempts = attemptsFor(world, listening.webhook, job.id);
  // A gateway may give up earlier (freedom F091), but not without trying again at all.
  if (attempts.length > 1 && attempts.length < wanted)
    throw new NotExercised(`the attempts ended after ${attempts.length}`);
  if (attempts.length < wanted)
    throw new SetupFailed('a failed delivery is not tried again', { prerequisite: 'webhook.failure.status-5xx' });
  return { more: attempts.length - wanted, exchanges: attempts.map(({ exchange }) => exchange.id) };
}

function ends(rule: string, statuses: readonly number[]) {
  return defineCheck({
    rule,
    ...every(...statuses),
    cases: statuses.length,
    requestsPerCase: 20,
    decide: (world, status) =>
      expectEnd(
        world,
        [
          { kind: 'status', status },
          { kind: 'status', status: 200 },
        ],
        1,
        `an answer with ${status}`,
      ),
  });
}

const onRetry = defineCheck({
  rule: 'webhook.acknowledged.on-retry',
  input: fc.record({ failures: fc.integer({ min: 1, max: 5 }), status: fc.constantFrom(200, 202, 299) }),
  examples: [
    { failures: 1, status: 204 },
    { failures: 3, status: 201 },
    { failures: 6, status: 200 },
    { failures: 7, status: 200 },
  ],
  cases: 5,
  requestsPerCase: 20,
  decide: (world, { failures, status }) =>
    expectEnd(
      world,
      [
        ...Array.from({ length: failures }, () => ({ kind: 'status', status: 500 }) as const),
        { kind: 'status', status },
      ],
      failures + 1,
      `a ${status} at attempt ${failures + 1}`,
    ),
});

const inNineSeconds = defineCheck({
  rule: 'webhook.acknowledged.in-nine-seconds',
  ...every(6_000, 9_000),
  cases: 2,
  requestsPerCase: 20,
  decide: (world, afterMs) =>
    expectEnd(
      world,
      [
        { kind: 'held', status: 200 },
        { kind: 'status', status: 200 },
      ],
      1,
      `a 200 after ${afterMs / 1000} s`,
      async ({ account, webhook }) => {
        await account.advance(afterMs);
        webhook.release();
        // The answer travels for real: it is there before the clock goes on.
        await world.until(() => false, 150);
      },
    ),
});

/** Which answers end the attempts (Receiver obligations and delivery rules, 1). */
export default [
  ends('webhook.acknowledged.status-200', [200]),
  ends('webhook.acknowledged.status-201', [201]),
  ends('webhook.acknowledged.status-202', [202]),
  ends('webhook.acknowledged.status-204', [204]),
  ends('webhook.acknowledged.status-other', [203, 205, 206, 207, 226, 250, 299]),
  inNineSeconds,
  onRetry,
];
