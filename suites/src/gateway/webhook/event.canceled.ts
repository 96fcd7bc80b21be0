import { type Account, defineCheck, NotArranged, type World } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { expectEvent } from '../../support/expect-event.ts';
import { finishedJob } from '../../support/finished-jobs.ts';
import { cancelForGood, holding, holdJobInFallback, mediaModel, waitingJob } from '../../support/held-jobs.ts';
import { type MediaRoute, submitJob, untilState } from '../../support/media-jobs.ts';
import { listen } from '../../support/webhooks.ts';

/** When it is canceled: once its endpoint holds it, while it waits behind others, before anything shows that it has begun, or once a fallback model has taken over. */
const moments = ['running', 'waiting', 'just submitted', 'in a fallback'] as const;

/** A job that is canceled while a fallback model works at it. */
async function canceledInFallback(world: World, account: Account, route: MediaRoute) {
  if (!world.claims('fallback')) throw new NotArranged('the target has no fallback models');
  const job = await holdJobInFallback(account, route);
  await cancelForGood(world, account, job);
  return untilState(world, account.key, job.id, 'canceled');
}

/** A job that is canceled before anything shows that it has begun; it may have begun all the same. */
async function canceledEarly(world: World, account: Account, moment: 'waiting' | 'just submitted') {
  const model = await mediaModel(account, 'image', [holding()]);
  const job =
    moment === 'waiting' ? await waitingJob(account, 'image') : { ...(await submitJob(account.key, model)), model };
  await cancelForGood(world, account, job);
  return untilState(world, account.key, job.id, 'canceled');
}

export default defineCheck({
  rule: 'webhook.event.canceled',
  ...every(...moments),
  async decide(world, moment) {
    const { account, webhook } = await listen(world);
    for (let made = 0; made < 2; made += 1) {
      const job = await (moment === 'running'
        ? finishedJob(world, account, 'canceled')
        : moment === 'in a fallback'
          ? canceledInFallback(world, account, made === 0 ? 'image' : 'transcription')
          : canceledEarly(world, account, moment));
      await expectEvent(world, webhook, job, 'job.canceled');
      if (moment === 'waiting') break;
    }
  },
});
