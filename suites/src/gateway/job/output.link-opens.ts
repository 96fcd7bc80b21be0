import {
  type Account,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectThat,
  NotArranged,
  NotExercised,
  SetupFailed,
  type World,
} from '@gateproof/harness';
import { momentOf } from '../../support/date-time.ts';
import { dataOf, deliveryOf } from '../../support/deliveries.ts';
import { openLink } from '../../support/downloads.ts';
import { every } from '../../support/every.ts';
import { readAgain } from '../../support/finished-jobs.ts';
import { isAbsent } from '../../support/json.ts';
import { outputOf } from '../../support/media-jobs.ts';
import { type OutputJob, outputJobs, succeededJob } from '../../support/output-jobs.ts';
import { deliveryFor } from '../../support/webhooks.ts';

/** Far enough before the moment that no clock's rounding matters. */
const marginMs = 30_000;
/** Nobody waits longer than this for a link to expire. */
const longestLifetimeMs = 7 * 86_400_000;

/** Files may be purged, and jobs forgotten, before a link says that it expires (freedom F104). */
async function isPurged(account: Account, id: string): Promise<boolean> {
  const { job } = await readAgain(account, id);
  return outputOf(job).some(({ purged_at }) => !isAbsent(purged_at));
}

function opens({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 200 && response.status < 400;
}

function expectOpen(world: World, exchange: Exchange, when: string): void {
  expectThat(world, opens(exchange), {
    expected: `a link to lead to its file ${when}`,
    observed: describeAnswer(exchange),
    exchanges: [exchange.id],
  });
}

/** The links in the event of a job, which are as good as those of a read. */
async function ofAnEvent(world: World): Promise<void> {
  if (!world.has('webhooks')) throw new NotArranged('no webhook endpoint can be registered');
  const account = await world.account();
  const webhook = await account.webhook();
  const { job, id } = await succeededJob(world, account, 'an image');
  const delivered = await deliveryFor(world, webhook, id);
  if (delivered === undefined)
    throw new SetupFailed(`no event of job ${id} arrived`, { prerequisite: 'webhook.event.succeeded' });
  const isLink = (url: unknown) => typeof url === 'string' && /^https?:\/\/[^/]/.test(url);
  for (const item of outputOf(dataOf(deliveryOf(delivered, world.prefix)) ?? {})) {
    // Its form is that of the links which reads give.
    expectThat(world, isLink(item.url) || !outputOf(job).every(({ url }) => isLink(url)), {
      expected: 'a link in the event as in reads of its job',
      observed: String(item.url),
      exchanges: [delivered.id],
    });
    expectOpen(world, await openLink(world, item), 'when its event has just arrived');
  }
}

/** At once, and shortly before the link expires. */
export default defineCheck({
  rule: 'job.output.link-opens',
  ...every<readonly [OutputJob, 'at once' | 'late' | 'in an event']>(
    ...outputJobs.map((what) => [what, 'at once'] as const),
    ['an image', 'late'],
    ['an image', 'in an event'],
  ),
  async decide(world, [what, when]) {
    if (when === 'in an event') return ofAnEvent(world);
    const account = await world.account();
    const { id, job } = await succeededJob(world, account, what);
    if (when === 'late') {
      const leftMs =
        Math.min(...outputOf(job).map(({ url_expires_at: at }) => momentOf(at))) - (await account.now()) - marginMs;
      if (!(leftMs > 0 && leftMs < longestLifetimeMs) || !world.has('clock'))
        throw new NotExercised('no link says that it expires within a week, or the clock can not be moved');
      await account.advance(leftMs);
    }
    const moment = when === 'late' ? `${marginMs / 1000} s before its url_expires_at` : 'when it has just been given';
    for (const item of outputOf(job)) {
      const exchange = await openLink(world, item);
      if (when === 'late' && !opens(exchange) && (await isPurged(account, id)))
        throw new NotExercised('the files were purged before their links expired');
      expectOpen(world, exchange, moment);
    }
  },
});
