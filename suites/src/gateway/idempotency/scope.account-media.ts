import { defineCheck, expectThat, NotArranged } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { expectJob, type MediaRoute, mediaRoutes, sendSubmission, submitJob } from '../../support/media-jobs.ts';
import { sameModels } from '../../support/same-models.ts';
import { modalityOf } from '../../support/submissions.ts';
import { controlFirstResult } from '../../support/working-keys.ts';

/** The other account sends another body, or the same one, byte for byte. */
export default defineCheck({
  rule: 'idempotency.scope.account-media',
  ...every(...mediaRoutes.flatMap((route) => [false, true].map((isSame) => ({ route, isSame })))),
  async decide(world, { route, isSame }: { readonly route: MediaRoute; readonly isSame: boolean }) {
    const [one, other] = [await world.account(), await world.account()];
    const idempotencyKey = world.unique('key');
    const [model, own] = isSame
      ? await sameModels(one, other, modalityOf[route])
      : [await mediaModel(one, route), await mediaModel(other, route)];
    if (model === undefined || own === undefined) throw new NotArranged('two accounts can not have one model id');
    const first = await submitJob(one.key, model, {}, { idempotencyKey });
    await submitJob(other.key, own);
    const exchange = await sendSubmission(other.key, own, {}, { idempotencyKey });
    const job = expectJob(world, exchange, 'a submission under a key that another account has used');
    expectThat(world, job.id !== first.id, {
      expected: 'a job of its own',
      observed: `the other account's job ${first.id}`,
      exchanges: [first.exchange.id, exchange.id],
    });
    controlFirstResult(route, first.exchange, await sendSubmission(one.key, model, {}, { idempotencyKey }));
  },
});
