import { type Account, defineCheck, expectThat, NotArranged, type World } from '@gateproof/harness';
import { deliveryOf } from '../../support/deliveries.ts';
import { every } from '../../support/every.ts';
import { finishedJob } from '../../support/finished-jobs.ts';
import { failing, holdJob, mediaModel, serverError } from '../../support/held-jobs.ts';
import { submitJob } from '../../support/media-jobs.ts';
import { deliveryFor, listen } from '../../support/webhooks.ts';

const ids = async (jobs: readonly Promise<{ readonly id: string }>[]) => (await Promise.all(jobs)).map(({ id }) => id);

/** Jobs of a workspace, by what they are; the ids of each. */
const workloads: Readonly<Record<string, (world: World, account: Account) => Promise<readonly string[]>>> = {
  async 'one after the other'(world, account) {
    const made = [];
    for (const route of ['image', 'transcription', 'image'] as const)
      made.push((await finishedJob(world, account, 'succeeded', route)).id);
    return made;
  },
  together: (world, account) =>
    ids(
      (['image', 'transcription', 'image', 'image'] as const).map((route) =>
        finishedJob(world, account, 'succeeded', route),
      ),
    ),
  async 'a dozen at once'(_world, account) {
    const model = await mediaModel(account, 'image');
    return ids(Array.from({ length: 12 }, () => submitJob(account.key, model)));
  },
  async 'failed ones'(world, account) {
    const first = await finishedJob(world, account, 'failed');
    return [first.id, (await finishedJob(world, account, 'failed')).id];
  },
  async 'a retry'(world, account) {
    const failed = await finishedJob(world, account, 'failed');
    return [failed.id, (await finishedJob(world, account, 'succeeded', 'image', { retry_of: failed.id })).id];
  },
  async 'a fallback'(_world, account) {
    const broken = await mediaModel(account, 'image', [failing(serverError)]);
    const serving = await mediaModel(account, 'image');
    return [(await submitJob(account.key, broken, { models: [serving.id] })).id];
  },
  'a zdr job': async (world, account) => [
    (await submitJob(account.key, await mediaModel(account, 'image'), world.fragments.zdr ?? {})).id,
  ],
  async 'one that ends when no credit is left'(world, account) {
    if (!world.has('credit')) throw new NotArranged('the credit can not be set');
    const held = await holdJob(account);
    await account.setCredit(0);
    held.release();
    return [held.id];
  },
  'one under a key': async (world, account) => [
    (await submitJob(account.key, await mediaModel(account, 'image'), {}, { idempotencyKey: world.unique('key') })).id,
  ],
};

/** Whatever a job is, the endpoint learns of it (Events). */
export default defineCheck({
  rule: 'webhook.recipient.every-job',
  waits: true,
  ...every(...Object.keys(workloads)),
  async decide(world, workload) {
    const { account, webhook } = await listen(world);
    const jobs = (await workloads[workload]?.(world, account)) ?? [];
    for (const id of jobs) {
      expectThat(world, (await deliveryFor(world, webhook, id)) !== undefined, {
        expected: `an event for each of ${jobs.length} jobs (${workload}), ${id} among them`,
        observed: `events for ${new Set(webhook.deliveries().map((exchange) => JSON.stringify((deliveryOf(exchange, world.prefix).event?.data as { id?: unknown })?.id))).size} of them`,
      });
    }
  },
});
