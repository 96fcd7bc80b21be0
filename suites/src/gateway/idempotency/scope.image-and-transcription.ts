import { codeOf, defineCheck, describeAnswer, expectAnswer, expectThat } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { jobOf, type MediaRoute, sendSubmission, submitJob } from '../../support/media-jobs.ts';

export default defineCheck({
  rule: 'idempotency.scope.image-and-transcription',
  ...every<MediaRoute>('image', 'transcription'),
  cases: 2,
  async decide(world, firstRoute) {
    const account = await world.account();
    const otherRoute = firstRoute === 'image' ? 'transcription' : 'image';
    const [one, other] = [await mediaModel(account, firstRoute), await mediaModel(account, otherRoute)];
    await submitJob(account.key, other);
    const idempotencyKey = world.unique('key');
    const first = await submitJob(account.key, one, {}, { idempotencyKey });
    const second = await sendSubmission(account.key, other, {}, { idempotencyKey });
    const { status } = expectAnswer(world, second);
    const job = jobOf(second);
    const isConflict = status === 409 && codeOf(second) === 'idempotency_conflict';
    expectThat(world, isConflict || (job !== undefined && job.id !== first.id), {
      expected: 'a job of its own, or 409 idempotency_conflict',
      observed: job === undefined ? describeAnswer(second) : `the job ${first.id} of the other route`,
      exchanges: [first.exchange.id, second.id],
    });
  },
});
