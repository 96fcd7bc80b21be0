import { type Account, codeOf, type Key, type Model, NotArranged, NotExercised, type World } from '@gateproof/harness';
import { hourMs } from '@gateproof/spec';
import { cancelForGood, failing, holding, serverError } from './held-jobs.ts';
import { controlJob, readUntilEnd, sendSubmission } from './media-jobs.ts';

interface GivenBack {
  readonly account: Account;
  readonly key: Key;
  /** What each job would have cost. */
  readonly priceUsd: number;
}

/** Submits a job that the cap has room for; more than its price may be held back for it, and what it costs may be kept (freedom F065). */
async function submitWithin(key: Key, model: Model): Promise<string> {
  const submission = await sendSubmission(key, model);
  if (codeOf(submission) === 'budget_exceeded')
    throw new NotExercised('a job of a lower price than the cap is refused');
  return controlJob(submission, 'media.create.image').id;
}

/** Has jobs of a key end without a result, some of them canceled and some failed: what was held back for them may be given back, and no more. */
export async function endJobsInVain(world: World, { account, key, priceUsd }: GivenBack): Promise<void> {
  const rows = ['canceled', 'failed', 'canceled', 'failed'] as const;
  for (const end of rows) {
    const upstreams = [end === 'failed' ? failing(serverError) : holding()];
    const model = await account.model({ modality: 'image', priceUsd, upstreams });
    const id = await submitWithin(key, model);
    if (end === 'canceled') await cancelForGood(world, account, { id, model });
    await readUntilEnd(world, account, id);
  }
}

/** Has a job of a key run from one month into the next, where it is canceled: what was held back for it in the one is not given back in the other. */
export async function cancelInNextMonth(world: World, { account, key, priceUsd }: GivenBack): Promise<void> {
  if (!world.has('clock')) throw new NotArranged('the clock can not be moved');
  const now = new Date(await account.now());
  const nextMonthMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  await account.advance(nextMonthMs - hourMs - now.getTime());
  const model = await account.model({ modality: 'image', priceUsd, upstreams: [holding()] });
  const id = await submitWithin(key, model);
  await account.advance(2 * hourMs);
  await cancelForGood(world, account, { id, model });
  await readUntilEnd(world, account, id);
}
