import {
  type Account,
  defineCheck,
  expectThat,
  NotExercised,
  type ReceiverAnswer,
  SetupFailed,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { letAnswerTravel } from '../../support/answer-travel.ts';
import { every } from '../../support/every.ts';
import { type EndState, endStates } from '../../support/finished-jobs.ts';
import { attemptsFor, firstAttempt, type listen, runOutSchedule, untilAttempts } from '../../support/webhooks.ts';

/** Under which circumstances an event is acknowledged: what happens meanwhile, of which job, at an endpoint that was added second. */
interface Circumstances {
  readonly meanwhile?: ((listening: Listening) => Promise<void>) | undefined;
  readonly state?: EndState;
  readonly second?: boolean;
}

type Listening = Awaited<ReturnType<typeof listen>>;

/**
 * One more delivery now and then is no schedule that goes on (freedom F092): so many rounds in a row must show it, and from the second on each
 * event of two. Where every fourth event comes once more, cases that take turns would meet that one again and again.
 */
const rounds = 6;
/** Rounds that go on in the long run of a schedule take their time. */
const caseLimitMs = 60_000;

/** States that the attempts at an event end once an answer was given. */
async function expectEnd(
  world: World,
  answers: readonly ReceiverAnswer[],
  wanted: number,
  what: string,
  { meanwhile, state = 'succeeded', second = false }: Circumstances = {},
) {
  for (let round = 1; ; round += 1) {
    const events = Array.from({ length: round === 1 ? 1 : 2 }, () =>
      attemptsBeyond(world, answers, wanted, { meanwhile, state, second }),
    );
    const { more, exchanges } = (await Promise.all(events)).reduce((least, one) =>
      one.more < least.more ? one : least,
    );
    if (more === 1 && round < rounds) continue;
    expectThat(world, more === 0, { expected: `no attempt after ${what}`, observed: `${more} more`, exchanges });
    return;
  }
}

async function attemptsBeyond(
  world: World,
  answers: readonly ReceiverAnswer[],
  wanted: number,
  { meanwhile, state, second }: Circumstances,
): Promise<{ readonly more: number; readonly exchanges: readonly string[] }> {
  const account = await world.account();
  if (second === true) await account.webhook({ path: '/first' });
  const listening = { account, webhook: await account.webhook() };
  listening.webhook.answer(...answers);
  const { job } = await firstAttempt(world, listening, state === undefined ? {} : { state });
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

interface Answered {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly state?: EndState | undefined;
  readonly second: boolean;
}

const elsewhere = { Location: 'https://elsewhere.example.com/made' };

/** Receivers say something beside their status, as their frameworks make them; the status alone counts. */
const inWords: Answered = { status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'ok', second: false };
const inJson: Answered = {
  status: 200,
  headers: { 'Content-Type': 'application/json' },
  body: '{"error":null,"received":true}',
  second: true,
};

/** Answers with each status, and `further` ones. */
function ends(rule: string, statuses: readonly number[], ...further: readonly Answered[]) {
  return defineCheck({
    rule,
    ...every<Answered>(
      ...further,
      ...(statuses.length > 1
        ? statuses.map((status, place) => ({ status, state: endStates[place % 3], second: place % 2 === 1 }))
        : endStates.map((state) => ({ status: statuses[0] ?? 200, state, second: state === 'failed' }))),
    ),
    caseLimitMs,
    decide: (world, { status, headers = {}, body = '', state = 'succeeded', second }) =>
      expectEnd(
        world,
        [
          { kind: 'status', status, headers, body },
          { kind: 'status', status: 200 },
        ],
        1,
        `an answer with ${[status, ...Object.keys(headers), ...(body === '' ? [] : [`the body ${body}`])].join(' and ')}`,
        { state, second },
      ),
  });
}

const onRetry = defineCheck<{ readonly failures: number; readonly status: number; readonly state: EndState }>({
  rule: 'webhook.acknowledged.on-retry',
  input: fc.record({
    failures: fc.integer({ min: 1, max: 5 }),
    status: fc.constantFrom(200, 202, 299),
    state: fc.constantFrom(...endStates),
  }),
  examples: [
    { failures: 1, status: 204, state: 'succeeded' },
    // Most of these are enough for gateways that give up early (freedom F091).
    { failures: 1, status: 299, state: 'failed' },
    { failures: 2, status: 200, state: 'canceled' },
    { failures: 3, status: 201, state: 'succeeded' },
    { failures: 6, status: 200, state: 'succeeded' },
    { failures: 7, status: 200, state: 'failed' },
  ],
  cases: 7,
  caseLimitMs,
  decide: (world, { failures, status, state }) =>
    expectEnd(
      world,
      [
        ...Array.from({ length: failures }, () => ({ kind: 'status', status: 500 }) as const),
        { kind: 'status', status },
      ],
      failures + 1,
      `a ${status} at attempt ${failures + 1}`,
      { state },
    ),
});

/** An answer may be late from 9.5 s on (freedom F093). */
const surelyInTimeMs = 9_400;
/** What a move of the clock may add by itself. */
const moveMs = 300;

/** Moves a clock on by so much. What a move adds by itself is learnt from the first half: a clock may run while the move waits for what it starts. */
async function moveOn(account: Account, byMs: number): Promise<void> {
  const [beganMs, halfMs] = [await account.now(), byMs / 2];
  if (byMs <= 0) return;
  await account.advance(halfMs);
  const passedMs = (await account.now()) - beganMs;
  const addedMs = passedMs - halfMs;
  await account.advance(Math.max(0, byMs - passedMs - addedMs));
}

/**
 * Gives an answer that was held back, so long after its attempt on the account's clock. `NotExercised` where more time has passed there: a clock
 * may run for real too, and a move of it may take its time.
 */
async function answerAfter(world: World, { account, webhook }: Listening, afterMs: number): Promise<void> {
  const beganMs = await account.now();
  const sinceMs = world.elapsedMs() - (webhook.deliveries().at(-1)?.endedAtMs ?? world.elapsedMs());
  // A move of the clock may wait for the attempts that it starts: a testbed that does so ends them before they are answered.
  const givenUp = () => webhook.deliveries().some(({ response, trouble }) => !response && trouble);
  if (await world.until(givenUp, 150))
    throw new NotExercised('the attempt was given up while the clock stood still, so no answer of it can be late');
  const ranMs = (await account.now()) - beganMs;
  // A clock that runs for real may have run since the attempt came, too; it need not, where a move of it was under way.
  const beforeMs = ranMs > 0 ? sinceMs : 0;
  const inTimeMs = Math.min(afterMs, surelyInTimeMs - moveMs - beforeMs);
  await moveOn(account, inTimeMs - ranMs);
  webhook.release();
  const passedMs = beforeMs + (await account.now()) - beganMs;
  if (passedMs > surelyInTimeMs) throw new NotExercised(`the answer was given after ${passedMs} ms`);
  // The answer travels for real: it is there before the clock goes on.
  await letAnswerTravel(world, 150);
}

const inNineSeconds = defineCheck({
  rule: 'webhook.acknowledged.in-nine-seconds',
  waits: true,
  ...every<readonly [number, 'first' | 'second', EndState]>(
    [6_000, 'first', 'failed'],
    [9_000, 'first', 'succeeded'],
    [5_500, 'second', 'canceled'],
  ),
  caseLimitMs,
  decide(world, [afterMs, attempt, state]) {
    const what = `a 200 after ${afterMs / 1000} s`;
    const [held, failed, ok] = [
      { kind: 'held', status: 200 },
      { kind: 'status', status: 500 },
      { kind: 'status', status: 200 },
    ] as const;
    if (attempt === 'first')
      return expectEnd(world, [held, ok], 1, what, { state, meanwhile: (at) => answerAfter(world, at, afterMs) });
    return expectEnd(world, [failed, held, ok], 2, `${what} to a retry`, {
      state,
      async meanwhile(at) {
        await untilAttempts(world, at, 2);
        await answerAfter(world, at, afterMs);
      },
    });
  },
});

/** Which answers end the attempts (Receiver obligations and delivery rules, 1). */
export default [
  ends('webhook.acknowledged.status-200', [200], inWords, inJson),
  // A receiver that made something may say where it is.
  ends('webhook.acknowledged.status-201', [201], { status: 201, headers: elsewhere, second: false }),
  ends('webhook.acknowledged.status-202', [202]),
  ends('webhook.acknowledged.status-204', [204]),
  ends('webhook.acknowledged.status-other', [203, 205, 206, 207, 226, 250, 299]),
  inNineSeconds,
  onRetry,
];
