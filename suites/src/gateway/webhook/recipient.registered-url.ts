import {
  type Account,
  defineCheck,
  expectThat,
  NotArranged,
  NotExercised,
  promptMs,
  SetupFailed,
  type WebhookEndpoint,
  type World,
} from '@gateproof/harness';
import { hourMs } from '@gateproof/spec';
import { every } from '../../support/every.ts';
import { finishedJob } from '../../support/finished-jobs.ts';
import { attemptsFor, deliveryFor, firstRetryLimitMs, inTime } from '../../support/webhooks.ts';

const emptySegment = '/double//slash';

/** An endpoint with that path; `NotExercised` where a path with an empty segment is refused. */
async function registeredAt(account: Account, path: string): Promise<WebhookEndpoint> {
  try {
    return await account.webhook({ path });
  } catch (thrown) {
    if (path !== emptySegment || !(thrown instanceof SetupFailed)) throw thrown;
    throw new NotExercised('a path with an empty segment is refused');
  }
}

/** The second attempt at the event of a job. */
async function retryOf(world: World, account: Account, webhook: WebhookEndpoint, jobId: string) {
  const second = () => attemptsFor(world, webhook, jobId)[1]?.exchange;
  for (let passedMs = 0; passedMs < firstRetryLimitMs && second() === undefined; passedMs += hourMs)
    await account.advance(hourMs);
  await world.until(() => second() !== undefined, promptMs);
  const exchange = second();
  if (exchange === undefined)
    throw new SetupFailed('a failed delivery is not tried again', { prerequisite: 'webhook.failure.status-5xx' });
  return exchange;
}

/** Where a delivery goes (Events › Delivery), the first attempt and a later one. */
export default defineCheck({
  rule: 'webhook.recipient.registered-url',
  ...every<readonly [path: string, attempt?: 'a retry']>(
    [''],
    ['/deep/er'],
    ['/hook?token=a%20b&x=1'],
    ['/UPPER/lower'],
    ['/a%2Fb'],
    ['/slash/'],
    ['/hook?b=2&a=1&a=3&flag&c=x+y'],
    [emptySegment],
    ['/again/?token=a%20b&x=1', 'a retry'],
  ),
  async decide(world, [path, retry]) {
    if (retry !== undefined && !world.has('clock')) throw new NotArranged('without a clock no retry comes in time');
    const account = await world.account();
    const webhook = await registeredAt(account, path);
    if (retry !== undefined) webhook.answer({ kind: 'status', status: 500 }, { kind: 'status', status: 200 });
    const { id } = await finishedJob(world, account, retry === undefined ? 'succeeded' : 'failed');
    const first = await deliveryFor(world, webhook, id);
    const exchange = retry === undefined ? first : await retryOf(world, account, webhook, id);
    const observed = exchange?.request.url.replace(/^(https:\/\/[^/:]+):443/, '$1');
    expectThat(world, observed === webhook.url, {
      expected: `a delivery to ${webhook.url}`,
      observed: observed ?? `no delivery at it ${inTime(world)}`,
      ...(exchange === undefined ? {} : { exchanges: [exchange.id] }),
    });
  },
});
