import {
  besideControl,
  caution,
  controlServed,
  defineCheck,
  describeAnswer,
  expectThat,
  NotExercised,
  type World,
} from '@gateproof/harness';
import { hourMs } from '@gateproof/spec';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import { holdJob, mediaModel } from '../../support/held-jobs.ts';
import { chatUnder } from '../../support/idempotent-chat.ts';
import {
  isFinalJob,
  jobOf,
  type MediaRoute,
  readJob,
  sendSubmission,
  submitJob,
  untilState,
} from '../../support/media-jobs.ts';
import type { Submission } from '../../support/submissions.ts';
import { controlKeysWork } from '../../support/working-keys.ts';

/** Sends a request that is served to its end, and again later; returns how often the endpoint was called, and the exchanges. */
async function sendAgainLater(world: World, route: Submission, laterMs: number) {
  const account = await world.account();
  const key = world.unique('key');
  if (route === 'chat') {
    const model = await account.model();
    const first = await chatUnder(account.key, model, key);
    controlServed(first);
    await account.advance(laterMs);
    const second = await chatUnder(account.key, model, key);
    return { calls: model.upstreams[0]?.calls().length, exchanges: [first.id, second.id] };
  }
  const model = await mediaModel(account, route);
  const first = await submitJob(account.key, model, {}, { idempotencyKey: key });
  await untilState(world, account.key, first.id, 'succeeded');
  await account.advance(laterMs);
  const second = await sendSubmission(account.key, model, {}, { idempotencyKey: key });
  // A job that runs through marks a moment at which a second call would have been seen.
  const marker = await submitJob(account.key, await mediaModel(account, route));
  await untilState(world, account.key, marker.id, 'succeeded');
  return { calls: model.upstreams[0]?.calls().length, exchanges: [first.exchange.id, second.id] };
}

const day = defineCheck({
  rule: 'idempotency.memory.day',
  ...every<readonly [Submission, number]>(
    ['chat', 10_000],
    ['image', 10_000],
    ['transcription', 20_000],
    ['chat', hourMs],
    ['image', hourMs],
    ['chat', 12 * hourMs],
    ['chat', 23 * hourMs],
  ),
  async decide(world, [route, laterMs]) {
    const { calls, exchanges } = await sendAgainLater(world, route, laterMs);
    const finding = {
      expected: 'one call of the endpoint, a key being remembered for 24 hours',
      observed: `${calls} calls`,
      exchanges,
    };
    // Forgetting within minutes to hours is only warned about (freedom F035); within seconds it breaks the rule.
    if (calls !== 1 && laterMs >= hourMs) return caution(world, finding);
    expectThat(world, calls === 1, finding);
  },
});

/** However long a job runs, its key goes on meaning that job. */
const runningJob = defineCheck({
  rule: 'idempotency.memory.running-job',
  input: fc.record({
    route: fc.constantFrom<MediaRoute>('image', 'transcription'),
    passedMs: fc.constantFrom(5_000, hourMs, 20 * hourMs),
  }),
  // A gateway may give up an endpoint within the hour.
  examples: [{ route: 'image' as const, passedMs: 5_000 }],
  cases: 4,
  async decide(world, { route, passedMs }) {
    const account = await world.account();
    const idempotencyKey = world.unique('key');
    const held = await holdJob(account, { route, idempotencyKey });
    await account.advance(passedMs);
    const { job } = await readJob(account.key, held.id);
    if (isFinalJob(job) && passedMs > 5_000) throw new NotExercised('the job had ended before');
    const again = await sendSubmission(account.key, held.model, {}, { idempotencyKey });
    await besideControl(
      () =>
        expectThat(world, jobOf(again)?.id === held.id, {
          expected: `the running job ${held.id}`,
          observed: jobOf(again) === undefined ? describeAnswer(again) : `job ${String(jobOf(again)?.id)}`,
          exchanges: [held.exchange.id, again.id],
        }),
      async () => controlKeysWork(world, account.key, await mediaModel(account, route)),
    );
  },
});

export default [day, runningJob];
