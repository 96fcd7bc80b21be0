import { defineCheck, expectThat, NotArranged, NotExercised, SetupFailed, type World } from '@gateproof/harness';
import { hourMs, limitOf, secondMs } from '@gateproof/spec';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import { failingInTurn } from '../../support/failing-answers.ts';
import type { EndState } from '../../support/finished-jobs.ts';
import { holdJob } from '../../support/held-jobs.ts';
import { isFinalJob, readJob } from '../../support/media-jobs.ts';
import { signatureOf } from '../../support/signatures.ts';
import {
  attemptsFor,
  deliveryFor,
  firstAttempt,
  inTime,
  listen,
  scheduleLimitMs,
  timeAttempts,
} from '../../support/webhooks.ts';

const toleranceMs = limitOf('webhook signature tolerance') * secondMs;

/** How long a job must have run so that the time of its submission is none that a receiver accepts. */
const longRunMs = toleranceMs + 60_000;

/** A job whose endpoint took so long; between which moments its event arrived. */
async function afterLongRun(world: World, { account, webhook }: Awaited<ReturnType<typeof listen>>) {
  if (!world.has('clock')) throw new NotArranged('without a clock no job runs so long');
  const { id, release } = await holdJob(account);
  await account.advance(longRunMs);
  const { job } = await readJob(account.key, id);
  if (isFinalJob(job) || attemptsFor(world, webhook, id).length > 0)
    throw new NotExercised('the target waits less for an endpoint');
  const fromMs = await account.now();
  release();
  const exchange = await deliveryFor(world, webhook, id);
  if (exchange === undefined)
    throw new SetupFailed(`no event of job ${id} arrived ${inTime(world)}`, {
      prerequisite: 'webhook.event.succeeded',
    });
  return { exchange, fromMs, untilMs: await account.now() };
}

async function afterMoving(
  world: World,
  listening: Awaited<ReturnType<typeof listen>>,
  state: EndState,
  movedMs: number,
) {
  if (movedMs > 0 && world.has('clock')) await listening.account.advance(movedMs);
  const fromMs = await listening.account.now();
  const { delivery } = await firstAttempt(world, listening, { state });
  return { exchange: delivery.exchange, fromMs, untilMs: await listening.account.now() };
}

const ofSending = defineCheck({
  rule: 'signature.time.of-sending',
  ...every<readonly [EndState, number] | 'a job that ran for minutes'>(
    ['succeeded', 24 * hourMs],
    ['failed', hourMs],
    ['canceled', 0],
    ['succeeded', 0],
    'a job that ran for minutes',
  ),
  async decide(world, how) {
    const listening = await listen(world);
    const { exchange, fromMs, untilMs } =
      typeof how === 'string' ? await afterLongRun(world, listening) : await afterMoving(world, listening, ...how);
    const { timestamp } = signatureOf(world, exchange, []);
    const atMs = Number(timestamp) * 1000;
    expectThat(world, atMs >= fromMs - toleranceMs && atMs <= untilMs + toleranceMs, {
      expected: `t within 300 s of ${Math.floor(untilMs / 1000)}, the time of the first attempt`,
      observed: timestamp,
      exchanges: [exchange.id],
    });
  },
});

const freshOnRetry = defineCheck({
  rule: 'signature.time.fresh-on-retry',
  input: fc.constant('never acknowledged'),
  cases: 1,
  caseLimitMs: scheduleLimitMs,
  async decide(world) {
    const listening = await listen(world);
    listening.webhook.answer(...failingInTurn);
    const { job } = await firstAttempt(world, listening);
    const attempts = await timeAttempts(world, listening.account, listening.webhook, job.id);
    if (attempts.length < 2)
      throw new SetupFailed('a failed delivery is not tried again', { prerequisite: 'webhook.failure.status-5xx' });
    for (const { delivery, fromMs, untilMs } of attempts.slice(1)) {
      const { timestamp } = signatureOf(world, delivery.exchange, []);
      const atMs = Number(timestamp) * 1000;
      expectThat(world, atMs >= fromMs - toleranceMs && atMs <= untilMs + toleranceMs, {
        expected: `t between ${Math.floor(fromMs / 1000)} and ${Math.floor(untilMs / 1000)}, when the retry arrived, 300 s aside`,
        observed: timestamp,
        exchanges: [delivery.exchange.id],
      });
    }
  },
});

/** The time that a signature carries (Events › Signature). */
export default [ofSending, freshOnRetry];
