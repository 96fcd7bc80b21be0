import { type Account, isObject, NotExercised, SetupFailed } from '@gateproof/harness';
import { hourMs } from '@gateproof/spec';
import type { FeatureControl } from '../beside-feature.ts';
import { finishedJob } from '../finished-jobs.ts';
import { fragmentOf } from '../fragment-of.ts';
import { holdJob, mediaModel } from '../held-jobs.ts';
import { isFinalJob, jobOf, readJob, submitJob } from '../media-jobs.ts';

/** A job that is there is read; where none can be made, nothing is shown. */
const jobsAreRead: FeatureControl = async (world, account) => {
  if (!world.has('models')) return;
  const { id } = await submitJob(account.key, await mediaModel(account, 'image'));
  await readJob(account.key, id);
};

const retriesAreRead: FeatureControl = async (world, account) => {
  const earlier = await finishedJob(world, account, 'failed');
  const { job, exchange } = await submitJob(account.key, await mediaModel(account, 'image'), { retry_of: earlier.id });
  if (job.retry_of === earlier.id) return;
  throw new SetupFailed('a retry does not carry the id of the job that it retries', {
    prerequisite: 'job.retry-of.echoed',
    exchanges: [exchange.id],
  });
};

const jobsAreCanceled: FeatureControl = async (world, account) => {
  await finishedJob(world, account, 'canceled');
};

/** A zdr job that still waits for its endpoint is discarded once 24 hours have passed. */
const zdrJobsAreDiscarded: FeatureControl = async (world, account) => {
  const { id, release } = await holdJob(account, { extra: fragmentOf(world, 'zdr') });
  await expectDiscarded(account, id);
  // Where jobs run one by one, those of the case come behind this one.
  release();
};

async function expectDiscarded(account: Account, id: string): Promise<void> {
  await readJob(account.key, id);
  await account.advance(23 * hourMs);
  const early = jobOf(await account.key.job(id));
  if (early !== undefined && isFinalJob(early)) {
    if (isObject(early.error) && early.error.code === 'retention_expired') return;
    throw new NotExercised('the endpoint was given up before the day was over');
  }
  for (let late = 0; late < 2; late += 1) {
    await account.advance(1.5 * hourMs);
    const seen = jobOf(await account.key.job(id));
    if (seen === undefined || isFinalJob(seen)) return;
  }
  throw new SetupFailed('a zdr job that waits for its endpoint is kept beyond 24 hours', {
    prerequisite: 'job.zdr.discarded',
  });
}

/** What hold on a target that reads, retries, cancels or discards no job, too: they are decided beside one for which it does. */
export const jobControls: Readonly<Record<string, FeatureControl>> = {
  'job.read.unknown': jobsAreRead,
  'job.read.malformed': jobsAreRead,
  'job.isolation.same-refusal': jobsAreRead,
  'job.isolation.cancel-without-effect': jobsAreCanceled,
  'job.retry-of.new-job': retriesAreRead,
  'job.retry-of.unknown': retriesAreRead,
  'job.retry-of.foreign': retriesAreRead,
  'job.cancel.only-the-one': jobsAreCanceled,
  'job.zdr.not-before': zdrJobsAreDiscarded,
  'job.zdr.finished-in-time': zdrJobsAreDiscarded,
  'job.zdr.others-kept': zdrJobsAreDiscarded,
};
