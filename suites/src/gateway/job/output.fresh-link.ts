import { type Account, defineCheck, expectThat, type JsonObject, NotExercised, type World } from '@gateproof/harness';
import { momentOf } from '../../support/date-time.ts';
import { openLink } from '../../support/downloads.ts';
import { every } from '../../support/every.ts';
import { readAgain } from '../../support/finished-jobs.ts';
import { isAbsent } from '../../support/json.ts';
import { outputOf, type SubmittedJob } from '../../support/media-jobs.ts';
import { outputJobs, succeededJob } from '../../support/output-jobs.ts';

const hourMs = 3_600_000;
/** A job can be read for a day at least (freedom F104), and its files are there unless they are told as purged. */
const halfDayMs = 12 * hourMs;
/** Nobody waits longer than this for a link to expire. */
const longestLifetimeMs = 7 * 24 * hourMs;

/** Whether a link leads to its file; undefined when that can't be told from here. */
async function opens(world: World, item: JsonObject | undefined): Promise<boolean | undefined> {
  try {
    const status = (await openLink(world, item)).response?.status ?? 0;
    return status >= 200 && status < 400;
  } catch (thrown) {
    if (thrown instanceof NotExercised) return undefined;
    throw thrown;
  }
}

/** Lets the links of a job expire, and so much time pass, and states that another read gives new ones. */
async function refreshed(
  world: World,
  account: Account,
  before: SubmittedJob,
  { opened, leastMs = 0 }: { readonly opened: boolean | undefined; readonly leastMs?: number },
): Promise<SubmittedJob> {
  const expiries = outputOf(before.job).map(({ url_expires_at }) => momentOf(url_expires_at));
  const lastMs = Math.max(...expiries);
  const waitMs = lastMs - (await account.now());
  if (!Number.isFinite(lastMs) || waitMs > longestLifetimeMs)
    throw new NotExercised('no link of the output says that it expires within a week');
  await account.advance(Math.max(leastMs, Math.max(0, waitMs) + 60_000));
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
    expectThat(world, opened !== true || (await opens(world, item)) !== false, {
      expected: 'the fresh link to lead to its file, as the first one did',
      observed: `${String(item.url)} does not`,
      exchanges,
    });
  }
  return after;
}

export default defineCheck({
  rule: 'job.output.fresh-link',
  ...every(...outputJobs),
  async decide(world, what) {
    const account = await world.account();
    const first = await succeededJob(world, account, what);
    const opened = await opens(world, outputOf(first.job)[0]);
    // The links of a read, and those of a read long after them.
    const again = await refreshed(world, account, first, { opened });
    await refreshed(world, account, again, { opened, leastMs: halfDayMs });
  },
});
