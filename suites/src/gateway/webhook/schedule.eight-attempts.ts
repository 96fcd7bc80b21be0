import {
  caution,
  defineCheck,
  expectThat,
  NotExercised,
  type ReceiverAnswer,
  SetupFailed,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import { readJob } from '../../support/media-jobs.ts';
import { attemptsFor, firstAttempt, listen, runOutSchedule } from '../../support/webhooks.ts';

const failures: readonly ReceiverAnswer[] = [
  { kind: 'status', status: 500 },
  { kind: 'status', status: 404 },
  { kind: 'status', status: 302 },
  { kind: 'cut' },
];
/** Failures that are not the event's fault, and may not count. */
const otherFailures: readonly ReceiverAnswer[] = [401, 410, 429, 503].map((status) => ({ kind: 'status', status }));

/** Counts the attempts at an event that nobody acknowledges. */
async function countAttempts(
  world: World,
  answers: readonly ReceiverAnswer[],
): Promise<{ readonly count: number; readonly exchanges: readonly string[] }> {
  const listening = await listen(world);
  listening.webhook.answer(...answers);
  const { job } = await firstAttempt(world, listening);
  await runOutSchedule(listening.account);
  const attempts = attemptsFor(world, listening.webhook, job.id);
  return { count: attempts.length, exchanges: attempts.map(({ exchange }) => exchange.id) };
}

function expectEight(world: World, { count, exchanges }: Awaited<ReturnType<typeof countAttempts>>): void {
  if (count > 8) throw new SetupFailed('there is a ninth attempt', { prerequisite: 'webhook.schedule.no-ninth' });
  const finding = { expected: 'eight attempts in all', observed: `${count} attempts within 60 hours`, exchanges };
  // A gateway may give up earlier (freedom F091), but not without trying again at all.
  if (count > 1 && count < 8) caution(world, finding);
  expectThat(world, count === 8, finding);
}

type Beside = 'a second event that fails' | 'an event that was given up' | 'an event that is acknowledged' | 'a read';
const besides: readonly Beside[] = [
  'a second event that fails',
  'an event that was given up',
  'an event that is acknowledged',
  'a read',
];

/** Counts the attempts at an event that nobody acknowledges, beside something else at the same endpoint. */
async function countBeside(world: World, beside: Beside): ReturnType<typeof countAttempts> {
  const listening = await listen(world);
  const { account, webhook } = listening;
  const [failed, ok] = [
    { kind: 'status', status: 500 },
    { kind: 'status', status: 200 },
  ] as const;
  webhook.answer(...(beside === 'an event that is acknowledged' ? [failed, ok, failed] : [failed]));
  let { job } = await firstAttempt(world, listening);
  if (beside === 'an event that was given up') await runOutSchedule(account);
  if (beside === 'a read') await readJob(account.key, job.id);
  else {
    const other = await firstAttempt(world, listening);
    if (beside !== 'an event that is acknowledged') job = other.job;
  }
  await runOutSchedule(account);
  const attempts = attemptsFor(world, webhook, job.id);
  return { count: attempts.length, exchanges: attempts.map(({ exchange }) => exchange.id) };
}

const eight = defineCheck<ReceiverAnswer | Beside>({
  rule: 'webhook.schedule.eight-attempts',
  ...every<ReceiverAnswer | Beside>(...failures, ...besides),
  cases: failures.length + besides.length,
  requestsPerCase: 20,
  decide: async (world, what) =>
    expectEight(world, await (typeof what === 'string' ? countBeside(world, what) : countAttempts(world, [what]))),
});

const noNinth = defineCheck({
  rule: 'webhook.schedule.no-ninth',
  ...every<ReceiverAnswer>(...failures, ...otherFailures),
  cases: failures.length + otherFailures.length,
  requestsPerCase: 20,
  async decide(world, failure) {
    const { count, exchanges } = await countAttempts(world, [failure]);
    if (count < 2 && failure.kind === 'status' && failure.status === 410)
      throw new NotExercised('410 ends the attempts');
    if (count < 2)
      throw new SetupFailed('a failed delivery is not tried again', { prerequisite: 'webhook.failure.status-5xx' });
    expectThat(world, count <= 8, { expected: 'at most eight attempts', observed: `${count} attempts`, exchanges });
  },
});

const mixed = defineCheck({
  rule: 'webhook.schedule.whatever-the-failure',
  input: fc.shuffledSubarray([...failures, ...failures], { minLength: 8, maxLength: 8 }),
  cases: 2,
  requestsPerCase: 20,
  async decide(world, answers) {
    const { count, exchanges } = await countAttempts(world, answers);
    if (count === 1)
      throw new SetupFailed('a failed delivery is not tried again', { prerequisite: 'webhook.failure.status-5xx' });
    expectThat(world, count <= 8, {
      expected: 'at most eight attempts, whatever the failures',
      observed: `${count} attempts`,
      exchanges,
    });
    if (count < 8)
      caution(world, { expected: 'eight attempts, whatever the failures', observed: `${count} attempts`, exchanges });
  },
});

/** How often an event is attempted (Receiver obligations and delivery rules, 2; Limits). */
export default [eight, noNinth, mixed];
