import { besideControl, defineCheck, describeAnswer, expectThat, NotExercised } from '@gateproof/harness';
import fc from 'fast-check';
import { holdJob, mediaModel } from '../../support/held-jobs.ts';
import { isFinalJob, jobOf, type MediaRoute, readJob, sendSubmission } from '../../support/media-jobs.ts';
import { controlKeysWork } from '../../support/working-keys.ts';

const hourMs = 3_600_000;

/** However long a job runs, its key goes on meaning that job. */
export default defineCheck({
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
