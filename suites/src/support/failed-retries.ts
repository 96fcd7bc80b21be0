import {
  type Account,
  expectThat,
  NotExercised,
  promptMs,
  type ReceiverAnswer,
  SetupFailed,
  type World,
} from '@gateproof/harness';
import { hourMs } from '@gateproof/spec';
import { letAnswerTravel } from './answer-travel.ts';
import type { EndState } from './finished-jobs.ts';
import { attemptsFor, firstAttempt, firstRetryLimitMs } from './webhooks.ts';

const leastTravelMs = 80;
/** Lets half a day pass, hour by hour, or until enough has been seen. An attempt that has left then has the time to arrive. */
export async function untilFirstRetry(world: World, account: Account, isEnough: () => boolean): Promise<void> {
  for (let passedMs = 0; passedMs < firstRetryLimitMs && !isEnough(); passedMs += hourMs) await account.advance(hourMs);
  await world.until(isEnough, promptMs);
}

const [failed, taken] = [
  { kind: 'status', status: 500 },
  { kind: 'status', status: 200 },
] as const;

/** The attempts at an event whose first one fails with 500 and whose second one is answered so: two, or three within half a day of the second. */
async function attemptsAfterRetry(world: World, answer: ReceiverAnswer, state: EndState) {
  const account = await world.account();
  const webhook = await account.webhook();
  webhook.answer(failed, answer, taken);
  const { job } = await firstAttempt(world, { account, webhook }, { state });
  const attempts = () => attemptsFor(world, webhook, job.id);
  for (const wanted of [2, 3]) {
    await untilFirstRetry(world, account, () => attempts().length >= wanted);
    if (attempts().length < 2)
      throw new SetupFailed('a failed delivery is not tried again', { prerequisite: 'webhook.failure.status-5xx' });
    await letAnswerTravel(world, leastTravelMs);
  }
  return attempts();
}

/** As `expectRetry`, of a second attempt. Who gives up after two attempts (freedom F091) does so after two that fail with 500 as well. */
export async function expectRetryOfRetry(
  world: World,
  answer: ReceiverAnswer,
  what: string,
  state: EndState,
): Promise<void> {
  const attempts = await attemptsAfterRetry(world, answer, state);
  if (attempts.length < 3 && (await attemptsAfterRetry(world, failed, state)).length < 3)
    throw new NotExercised('the attempts end after two, whatever the second is answered with');
  expectThat(world, attempts.length >= 3, {
    expected: `a third attempt after one that failed with 500 and a second one with ${what}, as after two with 500`,
    observed: `none within twelve hours (${state} image job)`,
    exchanges: attempts.map(({ exchange }) => exchange.id),
  });
}
