import {
  caution,
  defineCheck,
  expectThat,
  NotArranged,
  NotExercised,
  type ReceiverAnswer,
  SetupFailed,
  type WebhookEndpoint,
  type World,
} from '@gateproof/harness';
import { dayMs, limitOf, minuteMs } from '@gateproof/spec';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import type { EndState } from '../../support/finished-jobs.ts';
import { readJob } from '../../support/media-jobs.ts';
import { attemptsFor, firstAttempt, listen, runOutSchedule } from '../../support/webhooks.ts';

const most = limitOf('webhook delivery attempts');
const quarterHourMs = 15 * minuteMs;
const failures: readonly ReceiverAnswer[] = [
  { kind: 'status', status: 500 },
  { kind: 'status', status: 404 },
  { kind: 'status', status: 302 },
  { kind: 'cut' },
];
/** Failures that are not the event's fault, and may not count. */
const otherFailures: readonly ReceiverAnswer[] = [401, 410, 429, 503].map((status) => ({ kind: 'status', status }));
/** Silence among them. While the clock is moved a target may wait for a silent receiver in real time: two are enough. */
const withSilence: readonly ReceiverAnswer[] = [
  { kind: 'hang' },
  { kind: 'status', status: 500 },
  { kind: 'hang' },
  { kind: 'status', status: 404 },
  { kind: 'status', status: 503 },
  { kind: 'cut' },
  { kind: 'status', status: 302 },
  { kind: 'status', status: 500 },
];

interface Count {
  readonly count: number;
  readonly exchanges: readonly string[];
}

/** Counts the attempts at a job's event. A ninth is enough: whoever never gives up would keep us for the rest of the case. */
async function countFor(
  world: World,
  { account, webhook }: Awaited<ReturnType<typeof listen>>,
  jobId: string,
): Promise<Count> {
  const attempts = () => attemptsFor(world, webhook, jobId);
  await runOutSchedule(account, () => attempts().length > most);
  return { count: attempts().length, exchanges: attempts().map(({ exchange }) => exchange.id) };
}

/** Counts the attempts at an event that nobody acknowledges. */
async function countAttempts(
  world: World,
  answers: readonly ReceiverAnswer[],
  state: EndState = 'succeeded',
): Promise<Count> {
  const listening = await listen(world);
  listening.webhook.answer(...answers);
  const { job } = await firstAttempt(world, listening, { state });
  return countFor(world, listening, job.id);
}

function expectEight(world: World, { count, exchanges }: Count): void {
  if (count > most) throw new SetupFailed('there is a ninth attempt', { prerequisite: 'webhook.schedule.no-ninth' });
  const finding = { expected: 'eight attempts in all', observed: `${count} attempts within 60 hours`, exchanges };
  // A gateway may give up earlier (freedom F091), but not without trying again at all.
  if (count > 1 && count < most) caution(world, finding);
  expectThat(world, count === most, finding);
}

type Beside = 'a second event that fails' | 'an event that was given up' | 'an event that is acknowledged' | 'a read';
const besides: readonly Beside[] = [
  'a second event that fails',
  'an event that was given up',
  'an event that is acknowledged',
  'a read',
];

/** Counts the attempts at an event that nobody acknowledges, beside something else at the same endpoint. */
async function countBeside(world: World, beside: Beside): Promise<Count> {
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
    // Whether it comes is another rule's business: a gateway may send events in order, or disable the endpoint.
    const other = await firstAttempt(world, listening).catch((thrown: unknown) => {
      throw thrown instanceof SetupFailed ? new NotExercised('the other event does not come at once') : thrown;
    });
    if (beside !== 'an event that is acknowledged') job = other.job;
  }
  return countFor(world, listening, job.id);
}

/** What an event is never acknowledged with, that its secret is rotated meanwhile, or how else its job ends. */
type Unacknowledged = ReceiverAnswer | 'a rotation' | 'failed' | 'canceled';
const others = ['a rotation', 'failed', 'canceled'] as const;

function countUnacknowledged(world: World, what: Unacknowledged): Promise<Count> {
  if (what === 'a rotation') return countAcrossRotation(world);
  const isState = typeof what === 'string';
  return countAttempts(world, [isState ? { kind: 'status', status: 500 } : what], isState ? what : 'succeeded');
}

const isBeside = (what: Unacknowledged | Beside): what is Beside => besides.some((beside) => beside === what);

const eight = defineCheck<Unacknowledged | Beside>({
  rule: 'webhook.schedule.eight-attempts',
  ...every<Unacknowledged | Beside>(...failures, ...besides, ...others),
  decide: async (world, what) =>
    expectEight(world, await (isBeside(what) ? countBeside(world, what) : countUnacknowledged(world, what))),
});

/** Counts the attempts at an event that nobody acknowledges, and whose endpoint's secret is rotated when it has had four of them. */
async function countAcrossRotation(world: World): Promise<Count> {
  if (!world.has('rotation')) throw new NotArranged('secrets can not be rotated');
  const listening = await listen(world);
  const { account, webhook } = listening;
  webhook.answer({ kind: 'status', status: 500 });
  const { job } = await firstAttempt(world, listening);
  const made = () => attemptsFor(world, webhook, job.id).length;
  await runOutSchedule(account, () => made() >= 4);
  if (made() < 4) throw new NotExercised(`the attempts ended after ${made()}`);
  await webhook.rotate();
  return countFor(world, listening, job.id);
}

/**
 * States that connections that were refused count. Nobody sees those; but while another endpoint had three more attempts at the same event, there
 * was one at least at the endpoint that was away.
 */
async function expectRefusedToCount(world: World): Promise<void> {
  const account = await world.account();
  const webhook = await account.webhook({ path: '/first', ownPort: true });
  const witness = await account.webhook({ path: '/second' });
  for (const endpoint of [webhook, witness]) endpoint.answer({ kind: 'status', status: 500 });
  const { job } = await firstAttempt(world, { account, webhook });
  const seenBy = (endpoint: WebhookEndpoint) => attemptsFor(world, endpoint, job.id);
  await webhook.shut();
  const before = seenBy(witness).length;
  const isOver = () => seenBy(witness).length >= before + 3;
  for (let passedMs = 0; passedMs < dayMs && !isOver(); passedMs += quarterHourMs) await account.advance(quarterHourMs);
  if (!isOver()) throw new NotExercised('the other endpoint has no three further attempts within a day');
  await webhook.reopen();
  await runOutSchedule(account, () => seenBy(webhook).length >= most);
  const attempts = seenBy(webhook);
  expectThat(world, attempts.length < most, {
    expected: `at most ${most - 1} attempts that arrive, because the endpoint refused connections while there were three at another one`,
    observed: `${attempts.length} attempts`,
    exchanges: attempts.map(({ exchange }) => exchange.id),
  });
}

const noNinth = defineCheck<Unacknowledged | 'away'>({
  rule: 'webhook.schedule.no-ninth',
  ...every<Unacknowledged | 'away'>(...failures, ...otherFailures, ...others, 'away'),
  async decide(world, what) {
    if (what === 'away') return expectRefusedToCount(world);
    const { count, exchanges } = await countUnacknowledged(world, what);
    if (count < 2 && typeof what !== 'string' && what.kind === 'status' && what.status === 410)
      throw new NotExercised('410 ends the attempts');
    if (count < 2)
      throw new SetupFailed('a failed delivery is not tried again', { prerequisite: 'webhook.failure.status-5xx' });
    expectThat(world, count <= most, { expected: 'at most eight attempts', observed: `${count} attempts`, exchanges });
  },
});

const mixed = defineCheck({
  rule: 'webhook.schedule.whatever-the-failure',
  waits: true,
  input: fc.shuffledSubarray([...failures, ...failures], { minLength: most, maxLength: 8 }),
  examples: [withSilence],
  cases: 3,
  caseLimitMs: 60_000,
  async decide(world, answers) {
    const silence = answers.some(({ kind }) => kind === 'hang');
    let seen = await countAttempts(world, answers);
    // The schedule may not be over: the target may wait for silent receivers in real time.
    if (seen.count < most && silence)
      seen = await countAttempts(
        world,
        answers.map((answer) => (answer.kind === 'hang' ? { kind: 'cut' } : answer)),
      );
    const { count, exchanges } = seen;
    if (count === 1)
      throw new SetupFailed('a failed delivery is not tried again', { prerequisite: 'webhook.failure.status-5xx' });
    expectThat(world, count <= most, {
      expected: 'at most eight attempts, whatever the failures',
      observed: `${count} attempts`,
      exchanges,
    });
    if (count < most)
      caution(world, { expected: 'eight attempts, whatever the failures', observed: `${count} attempts`, exchanges });
  },
});

/** How often an event is attempted (Receiver obligations and delivery rules, 2; Limits). */
export default [eight, noNinth, mixed];
