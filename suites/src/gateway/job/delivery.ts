import {
  type Account,
  defineCheck,
  expectEqualJson,
  expectThat,
  type JsonObject,
  SetupFailed,
  type World,
} from '@gateproof/harness';
import { hourMs } from '@gateproof/spec';
import { every } from '../../support/every.ts';
import { type EndState, endStates, finishedJob } from '../../support/finished-jobs.ts';
import { factsOf } from '../../support/job-facts.ts';
import { jobOf, partOf, readJob, type SubmittedJob } from '../../support/media-jobs.ts';
import { patiently } from '../../support/patiently.ts';

/** States that a job has not gone before an older one that was never delivered; returns whether it is there. */
async function expectNoneForgotten(world: World, account: Account, id: string, olderId: string): Promise<boolean> {
  const read = await account.key.job(id);
  // Read as late as the other, so that it is not forgotten first for want of readers.
  const older = await account.key.job(olderId);
  const hasGone = read.response?.status === 404;
  expectThat(world, !hasGone || older.response?.status !== 200, {
    expected: 'a job whose deliveries all failed to be readable for as long as an older one that was never delivered',
    observed: '404 for it, and 200 for the older one',
    exchanges: [read.id, older.id],
  });
  return !hasGone;
}

const metadataNames = ['requested_model', 'retention_class', 'region', 'policy'];

/** What the contract lists of a job's metadata. */
function metadataOf(world: World, job: JsonObject): JsonObject {
  const metadata = partOf(job, `${world.prefix}_metadata`) ?? {};
  return Object.fromEntries(metadataNames.map((name) => [name, metadata[name] ?? null]));
}

/** The metadata of a job changes only where that of an older one, which was never delivered, changes too, such as by what is kept for how long. */
async function expectSameMetadata(
  world: World,
  account: Account,
  older: SubmittedJob,
  before: SubmittedJob,
  after: SubmittedJob,
): Promise<void> {
  const read = await account.key.job(older.id);
  const [was, is] = [older.job, jobOf(read) ?? {}].map((job) => JSON.stringify(metadataOf(world, job)));
  if (was !== is) return;
  expectEqualJson(
    world,
    metadataOf(world, before.job),
    metadataOf(world, after.job),
    'the metadata of the job whose deliveries all failed',
    { exchanges: [before.exchange.id, after.exchange.id, read.id] },
  );
}

export default defineCheck({
  rule: 'job.delivery.failing-changes-nothing',
  ...every<EndState>(...endStates),
  async decide(world, state) {
    const account = await world.account();
    // It ends before there is an endpoint, so nothing is delivered for it.
    const older = await finishedJob(world, account, state);
    const webhook = await account.webhook();
    webhook.answer({ kind: 'status', status: 500 });
    const before = await finishedJob(world, account, state);
    if (!(await patiently(world, () => webhook.deliveries().length > 0)))
      throw new SetupFailed('nothing was delivered', { prerequisite: `webhook.event.${state}` });
    const expectUnchanged = (after: SubmittedJob) => {
      const exchanges = [before.exchange.id, after.exchange.id];
      expectEqualJson(
        world,
        factsOf(before.job, after.job),
        factsOf(after.job, before.job),
        'the job whose deliveries all failed',
        { exchanges },
      );
    };
    await account.advance(20 * hourMs);
    await expectNoneForgotten(world, account, before.id, older.id);
    expectUnchanged(await readJob(account.key, before.id));
    await account.advance(10 * hourMs);
    // A job need not be readable for longer than its deliveries are retried (freedom F104), but the older ones go first.
    if (!(await expectNoneForgotten(world, account, before.id, older.id))) return;
    const last = await readJob(account.key, before.id);
    expectUnchanged(last);
    await expectSameMetadata(world, account, older, before, last);
  },
});
