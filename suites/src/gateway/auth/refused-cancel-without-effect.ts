import {
  type Account,
  defineCheck,
  type Exchange,
  expectThat,
  jobPath,
  type Key,
  NotArranged,
  NotExercised,
  type World,
} from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { holdJob } from '../../support/held-jobs.ts';
import { isFinalJob, type MediaRoute, readJob, readUntil } from '../../support/media-jobs.ts';
import { bearer } from '../../support/routes.ts';
import { controlRefusedAs } from '../../support/without-effect.ts';

/** Whoever cancels jobs a moment after the answer has done so by then. */
const afterwardsMs = 400;

type Secret = 'missing' | 'unknown' | 'deleted' | 'expired';

/** A cancel that is refused, and the status and the rule of the refusal. */
interface Refusal {
  readonly status: number;
  readonly rule: string;
  cancel(jobId: string): Promise<Exchange>;
}

/** States that the job of a refused cancel goes on to its end. */
async function expectJobLeft(
  world: World,
  account: Account,
  { status, rule, cancel }: Refusal,
  route: MediaRoute = 'image',
): Promise<void> {
  const job = await holdJob(account, { route });
  const before = await readJob(account.key, job.id);
  if (isFinalJob(before.job)) throw new NotArranged('the job ends although its endpoint has not answered');
  const refused = await cancel(job.id);
  controlRefusedAs(refused, { status, rule });
  await world.pause(afterwardsMs);
  job.release();
  const after = await readUntil(world, account.key, job.id, isFinalJob);
  expectThat(world, after?.job.state === 'succeeded', {
    expected: 'the job to succeed, because its cancel was refused',
    observed: `state ${String(after?.job.state ?? before.job.state)}`,
    exchanges: [refused.id, ...(after === undefined ? [] : [after.exchange.id])],
  });
}

/** A key that is good no longer. */
async function endedKey(world: World, account: Account, secret: 'deleted' | 'expired'): Promise<Key> {
  if (!world.has('keys')) throw new NotArranged('no keys can be made');
  const key = await (secret === 'deleted' ? account.deletedKey() : account.expiredKey());
  // A deleted key may go on for a while (freedom F019); how long is judged by its own rule.
  if ((await key.models()).response?.status === 200) throw new NotExercised(`the ${secret} key works still`);
  return key;
}

const ofKey = defineCheck({
  rule: 'auth.key.refused-cancel-without-effect',
  ...every<Secret>('missing', 'unknown', 'deleted', 'expired'),
  async decide(world, secret) {
    const account = await world.account();
    const plain = { status: 401, rule: 'auth.route.job-cancel' };
    if (secret === 'deleted' || secret === 'expired') {
      const key = await endedKey(world, account, secret);
      return expectJobLeft(world, account, { ...plain, rule: `auth.key.${secret}`, cancel: (id) => key.cancel(id) });
    }
    const headers = secret === 'missing' ? [] : [bearer(world.unique('sk-unknown'))];
    const path = (id: string) => `${jobPath(id)}/cancel`;
    await expectJobLeft(world, account, {
      ...plain,
      cancel: (id) => world.send({ method: 'POST', path: path(id), headers }),
    });
  },
});

const fromElsewhere = defineCheck({
  rule: 'auth.address.refused-cancel-without-effect',
  ...every<MediaRoute>('image', 'transcription'),
  async decide(world, route) {
    const account = await world.account();
    const key = await account.elsewhereKey();
    const refusal = { status: 403, rule: 'auth.address.read', cancel: (id: string) => key.cancel(id) };
    await expectJobLeft(world, account, refusal, route);
  },
});

/** What a refused cancel leaves undone. */
export default [ofKey, fromElsewhere];
