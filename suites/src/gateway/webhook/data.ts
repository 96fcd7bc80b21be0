import {
  type Account,
  caution,
  defineCheck,
  expectEqualJson,
  expectThat,
  isObject,
  type JsonObject,
  jsonDifferences,
  SetupFailed,
  type World,
} from '@gateproof/harness';
import { dataOf, deliveryOf } from '../../support/deliveries.ts';
import { every } from '../../support/every.ts';
import { type EndState, endStates, finishedJob } from '../../support/finished-jobs.ts';
import { failing, mediaModel, serverError } from '../../support/held-jobs.ts';
import { type MediaRoute, outputOf, partOf, readJob, submitJob, untilState } from '../../support/media-jobs.ts';
import { succeededJob } from '../../support/output-jobs.ts';
import { attemptsFor, deliveryFor, firstAttempt, listen, runOutSchedule } from '../../support/webhooks.ts';

/** A Job apart from its links, which each read may renew, and from what its cost has settled to (freedoms F004, F077). */
function steady(job: JsonObject): JsonObject {
  const { usage: _usage, output: _output, ...rest } = job;
  const items = outputOf(job).map(({ url, url_expires_at: _at, purged_at: _purged, ...item }) => ({
    ...item,
    url: typeof url,
  }));
  return Array.isArray(job.output) ? { ...rest, output: items } : rest;
}

const jobId = defineCheck({
  rule: 'webhook.data.job-id',
  ...every<MediaRoute>('image', 'transcription'),
  cases: 2,
  async decide(world, route) {
    const { account, webhook } = await listen(world);
    const { id, exchange } = await submitJob(account.key, await mediaModel(account, route));
    await webhook.received(1);
    const told = webhook.deliveries().map((delivery) => {
      const data = deliveryOf(delivery, world.prefix).event?.data;
      return isObject(data) ? data.id : undefined;
    });
    expectThat(world, told.length > 0 && told.every((one) => one === id), {
      expected: `data.id ${id}, as the 202 said`,
      observed: told.length === 0 ? 'no delivery within 5 s' : told.join(', '),
      exchanges: [exchange.id, ...webhook.deliveries().map(({ id: delivery }) => delivery)],
    });
  },
});

async function retrying(world: World, account: Account): Promise<object> {
  return { retry_of: (await finishedJob(world, account, 'failed')).id };
}

/** A job that another model than the requested one serves; the gateway may also fail it, which is another rule's business. */
async function fallenBack(world: World, account: Account) {
  const broken = await mediaModel(account, 'image', [failing(serverError)]);
  const { id } = await submitJob(account.key, broken, { models: [(await mediaModel(account, 'image')).id] });
  return untilState(world, account.key, id, 'succeeded');
}

async function succeededSo(
  world: World,
  { account, webhook }: Awaited<ReturnType<typeof listen>>,
  what: 'several images' | 'a fallback',
) {
  const job =
    what === 'a fallback' ? await fallenBack(world, account) : await succeededJob(world, account, 'three images');
  const exchange = await deliveryFor(world, webhook, job.id);
  if (exchange === undefined)
    throw new SetupFailed(`no event of job ${job.id} arrived`, { prerequisite: 'webhook.event.succeeded' });
  return { job, delivery: deliveryOf(exchange, world.prefix) };
}

const equalsRead = endStates.map((state) =>
  defineCheck({
    rule: `webhook.data.equals-read-${state}`,
    ...every<readonly [MediaRoute, 'plain' | 'a retry' | 'several images' | 'a fallback']>(
      ['image', 'plain'],
      ['transcription', 'plain'],
      ['image', 'a retry'],
      ...(state === 'succeeded'
        ? ([
            ['image', 'several images'],
            ['image', 'a fallback'],
          ] as const)
        : []),
    ),
    cases: state === 'succeeded' ? 5 : 3,
    requestsPerCase: 20,
    async decide(world, [route, what]) {
      const listening = await listen(world);
      const { job, delivery } =
        what === 'several images' || what === 'a fallback'
          ? await succeededSo(world, listening, what)
          : await firstAttempt(world, listening, {
              state,
              route,
              extra: what === 'a retry' ? await retrying(world, listening.account) : {},
            });
      const read = await readJob(listening.account.key, job.id);
      const data = dataOf(delivery) ?? {};
      const exchanges = [delivery.exchange.id, read.exchange.id];
      expectEqualJson(world, steady(read.job), steady(data), 'the data of the event', { exchanges });
      const hasUsage = (one: JsonObject) => one.usage !== undefined && one.usage !== null;
      expectThat(world, hasUsage(data) === hasUsage(read.job), {
        expected: hasUsage(read.job) ? 'usage in the data, as in the read' : 'no usage in the data, as in the read',
        observed: hasUsage(data) ? 'usage' : 'none',
        exchanges,
      });
      // Costs may settle later (freedom F077), what was used may not.
      const unitsOf = (one: JsonObject) => partOf(one, 'usage')?.units ?? null;
      expectEqualJson(world, unitsOf(read.job), unitsOf(data), 'the units in the data of the event', { exchanges });
      if (hasUsage(data) && jsonDifferences(read.job.usage, data.usage).length > 0) {
        caution(world, {
          expected: 'the same usage in event and read',
          observed: 'a usage that settled later',
          exchanges,
        });
      }
    },
  }),
);

const sameOnRetry = defineCheck({
  rule: 'webhook.data.same-on-retry',
  ...every<EndState>(...endStates),
  cases: 3,
  requestsPerCase: 20,
  async decide(world, state) {
    const listening = await listen(world);
    listening.webhook.answer({ kind: 'status', status: 500 });
    const { job, delivery } = await firstAttempt(world, listening, { state });
    await runOutSchedule(listening.account);
    for (const retry of attemptsFor(world, listening.webhook, job.id).slice(1)) {
      const exchanges = [delivery.exchange.id, retry.exchange.id];
      expectEqualJson(world, steady(dataOf(delivery) ?? {}), steady(dataOf(retry) ?? {}), 'the data of the retry', {
        exchanges,
      });
    }
    expectThat(world, attemptsFor(world, listening.webhook, job.id).length > 1, {
      expected: 'retries',
      observed: 'none',
    });
  },
});

/** The data of an event is the Job as a read returns it (Events › Delivery). */
export default [jobId, ...equalsRead, sameOnRetry];
