import {
  caution,
  defineCheck,
  expectThat,
  parseSignature,
  type ReceiverAnswer,
  SetupFailed,
  type World,
} from '@gateproof/harness';
import { hourMs } from '@gateproof/spec';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import { type EndState, endStates, finishedJob } from '../../support/finished-jobs.ts';
import { type Gap, gapsOf, growthOf } from '../../support/gaps.ts';
import {
  attemptsFor,
  deliveryFor,
  firstAttempt,
  inTime,
  listen,
  scheduleLimitMs,
  type TimedAttempt,
  timeAttempts,
  untilAttempts,
} from '../../support/webhooks.ts';

/** The moment of an attempt by its `t`, where that lies between the moments between which it came. */
function dated(attempt: TimedAttempt): TimedAttempt | undefined {
  const parsed = parseSignature(attempt.delivery.signature);
  const atMs = parsed.ok ? Number(parsed.value.timestamp) * 1000 : Number.NaN;
  const isCredible = atMs >= attempt.fromMs - 3_000 && atMs <= attempt.untilMs + 3_000;
  return isCredible ? { ...attempt, fromMs: atMs, untilMs: atMs + 1_000 } : undefined;
}

/** The attempts of an event that nobody acknowledges, with their times; exact by `t` where `t` is credible. */
async function timed(
  world: World,
  failure: ReceiverAnswer,
  to?: Awaited<ReturnType<typeof listen>>,
): Promise<readonly TimedAttempt[]> {
  const listening = to ?? (await listen(world));
  listening.webhook.answer(failure);
  const { job } = await firstAttempt(world, listening, { state: stateFor(failure) });
  const attempts = await timeAttempts(world, listening.account, listening.webhook, job.id, {
    isOneOfSeveral: failures.indexOf(failure) !== 0 && to === undefined,
    isDated: (attempt) => dated(attempt) !== undefined,
  });
  if (attempts.length < 2)
    throw new SetupFailed('a failed delivery is not tried again', { prerequisite: 'webhook.failure.status-5xx' });
  const known = attempts.map(dated).filter((attempt) => attempt !== undefined);
  return known.length === attempts.length ? known : attempts;
}

/** Failures that a gateway may wait for differently; a receiver that is busy asks for a second. */
const failures: readonly ReceiverAnswer[] = [
  { kind: 'status', status: 500 },
  { kind: 'status', status: 429, headers: { 'Retry-After': '1' } },
  { kind: 'status', status: 503, headers: { 'Retry-After': '1' } },
  { kind: 'status', status: 404 },
  { kind: 'cut' },
];
/** Further ones, whose gaps are looked at for their growth. */
const otherFailures: readonly ReceiverAnswer[] = [
  { kind: 'status', status: 400 },
  { kind: 'status', status: 503 },
  { kind: 'status', status: 302, headers: { Location: 'https://elsewhere.example.com/hook' } },
];

/** What the endpoint does, in words. */
function failureWords(failure: ReceiverAnswer): string {
  if (failure.kind !== 'status') return `an endpoint that ends with ${failure.kind}`;
  const headers = Object.keys(failure.headers ?? {});
  return `an endpoint that answers ${failure.status}${headers.length === 0 ? '' : ` with ${headers.join(', ')}`}`;
}

/** Jobs of all ends by turns: what an event is about counts for nothing. */
function stateFor(failure: ReceiverAnswer): EndState {
  return endStates[[...failures, ...otherFailures].indexOf(failure) % endStates.length] ?? 'succeeded';
}

const minutes = ({ leastMs, mostMs }: Gap) => `${((leastMs + mostMs) / 120_000).toFixed(1)} min`;
const gapsGrow = defineCheck({
  rule: 'webhook.schedule.gaps-grow',
  waits: true,
  ...every(...failures, ...otherFailures),
  caseLimitMs: scheduleLimitMs,
  describe: failureWords,
  async decide(world, failure) {
    const attempts = await timed(world, failure);
    const gaps = gapsOf(attempts);
    const exchanges = attempts.map(({ delivery }) => delivery.exchange.id);
    const observed = gaps.map(minutes).join(', ');
    const finding = { expected: 'each gap longer than the one before it', observed, exchanges };
    // Who gives up after two attempts (freedom F091) has one gap.
    if (gaps.length < 2) caution(world, finding);
    const growth = growthOf(gaps);
    expectThat(world, growth === 'grows' || growth === 'stands', finding);
    if (growth === 'stands') caution(world, finding);
  },
});

/** From the first attempt to the last, in hours. */
function hoursOf(attempts: readonly TimedAttempt[]): number {
  const [first, last] = [attempts[0], attempts.at(-1)];
  return first === undefined || last === undefined
    ? 0
    : (last.fromMs + last.untilMs - first.fromMs - first.untilMs) / 2 / hourMs;
}

const notShort = defineCheck({
  rule: 'webhook.schedule.not-short',
  waits: true,
  ...every(...failures),
  caseLimitMs: scheduleLimitMs,
  describe: failureWords,
  async decide(world, failure) {
    const attempts = await timed(world, failure);
    const hours = hoursOf(attempts.slice(0, 8));
    const finding = {
      expected: 'eight attempts over most of a day (about 12 to 24 hours)',
      observed: `over ${hours.toFixed(1)} hours`,
    };
    // Who gives up earlier is warned about, and has no last attempts to measure.
    if (attempts.length < 8) caution(world, finding);
    expectThat(world, hours >= 7.8, finding);
    if (hours < 11.8) caution(world, finding);
  },
});

const longAfterMs = 20 * 24 * hourMs;

const notLong = defineCheck({
  rule: 'webhook.schedule.not-long',
  input: fc.constant('never acknowledged'),
  cases: 1,
  caseLimitMs: scheduleLimitMs,
  async decide(world) {
    const listening = await listen(world);
    const attempts = await timed(world, { kind: 'status', status: 500 }, listening);
    const had = listening.webhook.deliveries().length;
    // Whoever has not given up comes again at last.
    if (attempts.length < 8) await listening.account.advance(longAfterMs);
    await world.pause(50);
    const cameLate = listening.webhook.deliveries().length > had;
    const hours = cameLate ? longAfterMs / hourMs : hoursOf(attempts.slice(0, 8));
    const finding = {
      expected: 'the attempts over within a day or little more',
      observed: cameLate
        ? `another attempt more than a day after attempt ${attempts.length}`
        : `${attempts.length} attempts over ${hours.toFixed(1)} hours`,
    };
    expectThat(world, hours <= 48, finding);
    if (hours > 24.5) caution(world, finding);
  },
});

const firstAtOnce = defineCheck({
  rule: 'webhook.schedule.first-at-once',
  ...every(...endStates),
  async decide(world, state) {
    const { account, webhook } = await listen(world);
    const { id } = await finishedJob(world, account, state);
    expectThat(world, (await deliveryFor(world, webhook, id)) !== undefined, {
      expected: `the first attempt ${inTime(world)} of the end of the job, the clock standing still`,
      observed: 'none',
    });
  },
});

const oneAtATime = defineCheck({
  rule: 'webhook.schedule.one-at-a-time',
  ...every<readonly [EndState, number, 'a retry'?]>(
    ['succeeded', 3_000],
    ['failed', 8_000],
    ['canceled', 3_000, 'a retry'],
  ),
  async decide(world, [state, passedMs, retry]) {
    const listening = await listen(world);
    const { account, webhook } = listening;
    const [failed, held] = [
      { kind: 'status', status: 500 },
      { kind: 'held', status: 200 },
    ] as const;
    const made = retry === undefined ? 1 : 2;
    webhook.answer(...(retry === undefined ? [] : [failed]), held);
    const { job } = await firstAttempt(world, listening, { state });
    if (retry !== undefined) await untilAttempts(world, listening, made);
    await account.advance(passedMs);
    // A further attempt would still have to travel.
    await world.until(() => attemptsFor(world, webhook, job.id).length > made, 300);
    const attempts = attemptsFor(world, webhook, job.id);
    expectThat(world, attempts.length === made, {
      expected: `no further attempt while attempt ${made} has waited ${passedMs / 1000} s for its answer`,
      observed: `${attempts.length} attempts`,
      exchanges: attempts.map(({ exchange }) => exchange.id),
    });
    webhook.release();
  },
});

/** When an event is attempted (Receiver obligations and delivery rules, 2; Limits). */
export default [gapsGrow, notShort, notLong, firstAtOnce, oneAtATime];
