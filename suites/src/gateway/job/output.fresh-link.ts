import { defineCheck, expectThat, NotExercised } from '@gateproof/harness';
import { momentOf } from '../../support/date-time.ts';
import { every } from '../../support/every.ts';
import { readAgain } from '../../support/finished-jobs.ts';
import { isAbsent } from '../../support/json.ts';
import { outputOf } from '../../support/media-jobs.ts';
import { outputJobs, succeededJob } from '../../support/output-jobs.ts';

const hourMs = 3_600_000;
/** Nobody waits longer than this for a link to expire. */
const longestLifetimeMs = 7 * 24 * hourMs;

export default defineCheck({
  rule: 'job.output.fresh-link',
  ...every(...outputJobs),
  cases: 3,
  requestsPerCase: 20,
  async decide(world, what) {
    const account = await world.account();
    const before = await succeededJob(world, account, what);
    const expiries = outputOf(before.job).map(({ url_expires_at }) => momentOf(url_expires_at));
    const lastMs = Math.max(...expiries);
    const waitMs = lastMs - (await account.now());
    if (!Number.isFinite(lastMs) || waitMs > longestLifetimeMs)
      throw new NotExercised('no link of the output says that it expires within a week');
    await account.advance(Math.max(0, waitMs) + 60_000);
    const after = await readAgain(account, before.id);
    const nowMs = await account.now();
    const kept = outputOf(after.job).filter(({ purged_at }) => isAbsent(purged_at));
    if (kept.length === 0) throw new NotExercised('the files were purged before their links expired');
    const exchanges = [before.exchange.id, after.exchange.id];
    for (const item of kept) {
      const fresh = !isAbsent(item.url) && !(momentOf(item.url_expires_at) <= nowMs);
      expectThat(world, fresh, {
        expected: `a link that expires after ${new Date(nowMs).toISOString()}, the time of the read`,
        observed: `url ${String(item.url)}, url_expires_at ${String(item.url_expires_at)}`,
        exchanges,
      });
    }
  },
});
