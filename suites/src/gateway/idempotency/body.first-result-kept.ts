import {
  type Account,
  controlRefused,
  controlServed,
  defineCheck,
  describeAnswer,
  expectThat,
  type World,
} from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { holdJob, mediaModel } from '../../support/held-jobs.ts';
import { chatUnder, expectAgain } from '../../support/idempotent-chat.ts';
import { jobOf, type MediaRoute, sendSubmission, submitJob, untilFinal } from '../../support/media-jobs.ts';

/** A conversation that is refused for another body gives the key up no more than a job does: the first one is not run again. */
async function expectOneGeneration(world: World, account: Account): Promise<void> {
  const model = await account.model();
  const key = world.unique('key');
  controlServed(await chatUnder(account.key, model, key));
  controlRefused(await chatUnder(account.key, model, key, { max_tokens: 7 }), 'idempotency.body.different-chat');
  const again = await chatUnder(account.key, model, key);
  expectAgain(world, again);
  const calls = model.upstreams.flatMap((upstream) => upstream.calls()).length;
  expectThat(world, calls === 1, {
    expected: 'one call of the endpoint, for the first request under the key',
    observed: `${calls} calls`,
    exchanges: [again.id],
  });
}

/** A submission that is refused for another body leaves the job that runs under the key alone. */
async function expectGoesOn(world: World, account: Account): Promise<void> {
  const idempotencyKey = world.unique('key');
  const held = await holdJob(account, { idempotencyKey });
  const other = await mediaModel(account, 'image');
  const conflict = await sendSubmission(account.key, other, {}, { idempotencyKey });
  controlRefused(conflict, 'idempotency.body.different-image');
  held.release();
  const { job, exchange } = await untilFinal(world, account.key, held.id, 'job.outcome.succeeded');
  expectThat(world, job.state === 'succeeded', {
    expected: 'the job that runs under the key to go on and succeed',
    observed: String(job.state),
    exchanges: [conflict.id, exchange.id],
  });
}

export default defineCheck({
  rule: 'idempotency.body.first-result-kept',
  ...every<MediaRoute | 'chat' | 'a running job'>('image', 'transcription', 'chat', 'a running job'),
  async decide(world, route) {
    const account = await world.account();
    if (route === 'chat') return expectOneGeneration(world, account);
    if (route === 'a running job') return expectGoesOn(world, account);
    const [model, other] = [await mediaModel(account, route), await mediaModel(account, route)];
    const idempotencyKey = world.unique('key');
    const first = await submitJob(account.key, model, {}, { idempotencyKey });
    controlRefused(
      await sendSubmission(account.key, other, {}, { idempotencyKey }),
      `idempotency.body.different-${route}`,
    );
    const again = await sendSubmission(account.key, model, {}, { idempotencyKey });
    expectThat(world, jobOf(again)?.id === first.id, {
      expected: `the first job, ${first.id}`,
      observed: jobOf(again) === undefined ? describeAnswer(again) : `job ${String(jobOf(again)?.id)}`,
      exchanges: [first.exchange.id, again.id],
    });
  },
});
