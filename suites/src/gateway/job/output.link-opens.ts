import { defineCheck, describeAnswer, expectThat, NotExercised } from '@gateproof/harness';
import { momentOf } from '../../support/date-time.ts';
import { openLink } from '../../support/downloads.ts';
import { every } from '../../support/every.ts';
import { outputOf } from '../../support/media-jobs.ts';
import { type OutputJob, outputJobs, succeededJob } from '../../support/output-jobs.ts';

/** Far enough before the moment that no clock's rounding can tell. */
const marginMs = 30_000;
/** Nobody waits longer than this for a link to expire. */
const longestLifetimeMs = 7 * 86_400_000;

/** At once, and shortly before the link expires. */
export default defineCheck({
  rule: 'job.output.link-opens',
  ...every<readonly [OutputJob, 'at once' | 'late']>(...outputJobs.map((what) => [what, 'at once'] as const), [
    'an image',
    'late',
  ]),
  cases: 4,
  requestsPerCase: 20,
  async decide(world, [what, when]) {
    const account = await world.account();
    const { job } = await succeededJob(world, account, what);
    if (when === 'late') {
      const leftMs =
        Math.min(...outputOf(job).map(({ url_expires_at: at }) => momentOf(at))) - (await account.now()) - marginMs;
      if (!(leftMs > 0 && leftMs < longestLifetimeMs) || !world.has('clock'))
        throw new NotExercised('no link says that it expires within a week, or the clock can not be moved');
      await account.advance(leftMs);
    }
    for (const item of outputOf(job)) {
      const exchange = await openLink(world, item);
      const status = exchange.response?.status ?? 0;
      expectThat(world, status >= 200 && status < 400, {
        expected: `a link to lead to its file ${when === 'late' ? `${marginMs / 1000} s before its url_expires_at` : 'when it has just been given'}`,
        observed: describeAnswer(exchange),
        exchanges: [exchange.id],
      });
    }
  },
});
