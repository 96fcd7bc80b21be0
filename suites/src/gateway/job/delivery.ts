import { defineCheck, expectEqualJson, expectThat, SetupFailed } from '@gateproof/harness';
import { hourMs } from '@gateproof/spec';
import { every } from '../../support/every.ts';
import { type EndState, endStates, finishedJob } from '../../support/finished-jobs.ts';
import { factsOf } from '../../support/job-facts.ts';
import { readJob, type SubmittedJob } from '../../support/media-jobs.ts';
import { patiently } from '../../support/patiently.ts';

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
    await account.advance(20 * hourMs);
    await account.key.job(older.id);
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
    expectUnchanged(await readJob(account.key, before.id));
    await account.advance(10 * hourMs);
    const later = await account.key.job(before.id);
    if (later.response?.status === 404) {
      // A job need not be readable for longer than its deliveries are retried (freedom F104), but the older ones go first.
      const control = await account.key.job(older.id);
      return expectThat(world, control.response?.status !== 200, {
        expected:
          'a job whose deliveries all failed to be readable for as long as an older one that was never delivered',
        observed: '404 for it, and 200 for the older one',
        exchanges: [later.id, control.id],
      });
    }
    expectUnchanged(await readJob(account.key, before.id));
  },
});
