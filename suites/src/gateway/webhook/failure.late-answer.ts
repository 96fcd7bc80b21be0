import {
  type Account,
  defineCheck,
  expectThat,
  NotArranged,
  NotExercised,
  type ReceiverAnswer,
  type World,
} from '@gateproof/harness';
import { hourMs } from '@gateproof/spec';
import { letAnswerTravel } from '../../support/answer-travel.ts';
import { every } from '../../support/every.ts';
import type { EndState } from '../../support/finished-jobs.ts';
import { attemptsFor, firstAttempt, firstRetryLimitMs, listen, untilAttempts } from '../../support/webhooks.ts';

/** Which attempt is answered late, how, and after how long. */
interface Late {
  /** How the job of the event ended. Default: well. */
  readonly state?: EndState;
  readonly attempt: 1 | 2;
  readonly answer: ReceiverAnswer;
  /** The answer goes on after each of these, the last one being its end. */
  readonly stepsMs: readonly number[];
}

const held: ReceiverAnswer = { kind: 'held', status: 200 };
const lates: Readonly<Record<string, Late>> = {
  'a 200 after 11 s': { attempt: 1, answer: held, stepsMs: [11_000] },
  'a 200 after 20 s, of a failed job': { attempt: 1, answer: held, stepsMs: [20_000], state: 'failed' },
  'a 200 after 60 s, of a canceled job': { attempt: 1, answer: held, stepsMs: [60_000], state: 'canceled' },
  'a 200 after 11 s to a retry': { attempt: 2, answer: held, stepsMs: [11_000] },
  // Every piece comes within ten seconds of the one before it.
  'a 200 that came in pieces and took 12 s': {
    attempt: 1,
    answer: { kind: 'dripped', status: 200 },
    stepsMs: [4_000, 4_000, 4_000],
  },
};
const longestRealMs = 12_000;
/** What has left when the clock stands still arrives for real. */
const arrivesMs = 1_000;

/** How time passes while an answer is due. */
type Passing = (account: Account, ms: number) => Promise<unknown>;

const failed: ReceiverAnswer = { kind: 'status', status: 500 };
const ok: ReceiverAnswer = { kind: 'status', status: 200 };

/** How many attempts an event has, one of which is answered so, after time enough for any wait. */
async function attemptsWith(world: World, { attempt, answer, stepsMs, state }: Late, pass: Passing): Promise<number> {
  const listening = await listen(world);
  const { account, webhook } = listening;
  webhook.answer(...(attempt === 2 ? [failed] : []), answer, ok);
  const { job } = await firstAttempt(world, listening, state === undefined ? {} : { state });
  if (attempt === 2) await untilAttempts(world, listening, 2);
  for (const ms of stepsMs) {
    await pass(account, ms);
    webhook.release();
    await letAnswerTravel(world, 150);
  }
  const count = () => attemptsFor(world, webhook, job.id).length;
  for (let passedMs = 0; passedMs < firstRetryLimitMs && count() <= attempt; passedMs += hourMs)
    await account.advance(hourMs);
  await world.until(() => count() > attempt, arrivesMs);
  return count();
}

const longSilenceMs = 120_000;

/** Whether an attempt is given up where the account's clock is moved: the ten seconds may be measured for real instead. */
async function givesUpOnClock(world: World): Promise<boolean> {
  const listening = await listen(world);
  const { account, webhook } = listening;
  webhook.answer({ kind: 'hang' });
  await firstAttempt(world, listening);
  await account.advance(longSilenceMs);
  return world.until(() => webhook.deliveries()[0]?.trouble !== undefined, 500);
}

/** An answer after more than ten seconds is as good as none (Receiver obligations and delivery rules, 1). */
const lateAnswer = defineCheck({
  rule: 'webhook.failure.late-answer',
  waits: true,
  ...every(...Object.keys(lates)),
  caseLimitMs: 60_000,
  async decide(world, what) {
    const late = lates[what] as Late;
    const onClock: Passing = (account, ms) => account.advance(ms);
    // Who gives up after two attempts (freedom F091) shows so without any answer, too.
    if (late.attempt === 2 && (await attemptsWith(world, { ...late, answer: { kind: 'hang' } }, onClock)) < 3)
      throw new NotExercised('there is no third attempt');
    let count = await attemptsWith(world, late, onClock);
    if (count <= late.attempt && !(await givesUpOnClock(world))) {
      const tookMs = late.stepsMs.reduce((sum, ms) => sum + ms, 0);
      if (tookMs > longestRealMs) throw new NotArranged('the ten seconds of a delivery pass in real time');
      const inReal: Passing = (_account, ms) => world.pause(ms + 500 / late.stepsMs.length);
      count = await attemptsWith(world, late, inReal);
    }
    expectThat(world, count > late.attempt, {
      expected: `another attempt after ${what}`,
      observed: 'none within twelve hours',
    });
  },
});

/** An answer after more than ten seconds is as good as none (Receiver obligations and delivery rules, 1). */
export default [lateAnswer];
