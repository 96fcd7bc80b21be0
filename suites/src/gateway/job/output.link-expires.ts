import {
  type Account,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectThat,
  type JsonObject,
  NotArranged,
  NotExercised,
  type World,
} from '@gateproof/harness';
import { dayMs } from '@gateproof/spec';
import { momentOf } from '../../support/date-time.ts';
import { openLink } from '../../support/downloads.ts';
import { every } from '../../support/every.ts';
import { readAgain } from '../../support/finished-jobs.ts';
import { isAbsent, isFilledString } from '../../support/json.ts';
import { outputOf } from '../../support/media-jobs.ts';
import { outputJobs, succeededJob } from '../../support/output-jobs.ts';

/** Far enough behind the moment that no clock's rounding counts. */
const marginMs = 60_000;
/** Nobody waits longer than this for a link to expire. */
const longestLifetimeMs = 7 * dayMs;
/** After each of these waits a purge is looked for. */
const looksMs = [0.5, 0.5, 1, 2, 3, 7, 7, 14].map((days) => days * dayMs);

const opens = ({ response }: Exchange) => response !== undefined && response.status >= 200 && response.status < 300;

/** Opens the links, all of which must lead to their files; a host elsewhere has a clock that nobody moves. */
async function openAll(world: World, items: readonly JsonObject[]): Promise<void> {
  const isElsewhere = (url: string) => new URL(url, world.baseUrl).host !== new URL(world.baseUrl).host;
  for (const item of items) {
    const exchange = isFilledString(item.url) && !isElsewhere(item.url) ? await openLink(world, item) : undefined;
    if (exchange === undefined || isElsewhere(exchange.request.url))
      throw new NotArranged('the files are on another host, whose clock can not be moved');
    if (!opens(exchange)) throw new NotExercised('a link does not open at first');
  }
}

async function expectClosed(world: World, item: JsonObject, when: string): Promise<void> {
  const exchange = await openLink(world, item);
  expectThat(world, !opens(exchange), {
    expected: `a link that leads to no file any more, ${when}`,
    observed: describeAnswer(exchange),
    exchanges: [exchange.id],
  });
}

const expires = defineCheck({
  rule: 'job.output.link-expires',
  ...every(...outputJobs),
  async decide(world, what) {
    const account = await world.account();
    const items = outputOf((await succeededJob(world, account, what)).job);
    await openAll(world, items);
    const waitMs = Math.max(...items.map(({ url_expires_at: at }) => momentOf(at))) - (await account.now());
    if (!(waitMs <= longestLifetimeMs)) throw new NotExercised('no link says that it expires within a week');
    await account.advance(Math.max(0, waitMs) + marginMs);
    for (const item of items) await expectClosed(world, item, `because it expired at ${String(item.url_expires_at)}`);
  },
});

/** The newest links of a job's files, and its items once a read shows that the files were purged. */
async function untilPurged(account: Account, id: string) {
  let links: readonly JsonObject[] = [];
  for (const waitMs of looksMs) {
    await account.advance(waitMs);
    const items = outputOf((await readAgain(account, id)).job);
    const nowMs = await account.now();
    if (items.length > 0 && items.every(({ purged_at: at }) => momentOf(at) <= nowMs)) return [...links, ...items];
    links = items;
  }
  throw new NotExercised('no file was purged within five weeks');
}

const purged = defineCheck({
  rule: 'job.output.purged-gone',
  ...every('an image', 'a transcription'),
  async decide(world, what) {
    const account = await world.account();
    const { id, job } = await succeededJob(world, account, what);
    await openAll(world, outputOf(job));
    for (const item of [...outputOf(job), ...(await untilPurged(account, id))])
      if (!isAbsent(item.url)) await expectClosed(world, item, 'because its file was purged');
    world.stated();
  },
});

/** How long links lead to their files (Resources › Output item). */
export default [expires, purged];
