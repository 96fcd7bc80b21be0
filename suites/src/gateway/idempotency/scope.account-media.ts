import { defineCheck, expectThat } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { expectJob, type MediaRoute, sendSubmission, submitJob } from '../../support/media-jobs.ts';

export default defineCheck({
  rule: 'idempotency.scope.account-media',
  ...every<MediaRoute>('image', 'transcription'),
  cases: 3,
  async decide(world, route) {
    const [one, other] = [await world.account(), await world.account()];
    const idempotencyKey = world.unique('key');
    const first = await submitJob(one.key, await mediaModel(one, route), {}, { idempotencyKey });
    const model = await mediaModel(other, route);
    await submitJob(other.key, model);
    const exchange = await sendSubmission(other.key, model, {}, { idempotencyKey });
    const job = expectJob(world, exchange, 'a submission under a key that another account has used');
    expectThat(world, job.id !== first.id, {
      expected: 'a job of its own',
      observed: `the other account's job ${first.id}`,
      exchanges: [first.exchange.id, exchange.id],
    });
  },
});
