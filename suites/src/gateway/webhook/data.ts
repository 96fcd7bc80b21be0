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
import { dataOf, deliveriesSeen, deliveryOf } from '../../support/deliveries.ts';
import { every } from '../../support/every.ts';
import { type EndState, endStates, fallbackJob, finishedJob } from '../../support/finished-jobs.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import {
  finalStates,
  type MediaRoute,
  outputOf,
  partOf,
  readJob,
  type SubmittedJob,
  submitJob,
} from '../../support/media-jobs.ts';
import { succeededJob } from '../../support/output-jobs.ts';
import { patiently } from '../../support/patiently.ts';
import { heldIf, standingTable } from '../../support/standing-table.ts';
import { attemptsFor, deliveryFor, firstAttempt, inTime, listen, runOutSchedule } from '../../support/webhooks.ts';

/** A Job apart from its links, which each read may renew, and from what its cost has settled to (freedoms F004, F077). */
function steady(job: JsonObject): JsonObject {
  const { usage: _usage, output: _output, ...rest } = job;
  const items = outputOf(job).map(({ url, url_expires_at: _at, purged_at: purged, ...item }) => ({
    ...item,
    // A file that was purged since has no link any more.
    url: typeof purged === 'string' ? 'string' : typeof url,
  }));
  return Array.isArray(job.output) ? { ...rest, output: items } : rest;
}

const jobId = defineCheck({
  rule: 'webhook.data.job-id',
  ...every<MediaRoute>('image', 'transcription'),
  async decide(world, route) {
    const { account, webhook } = await listen(world);
    const { id, exchange } = await submitJob(account.key, await mediaModel(account, route));
    await patiently(world, () => webhook.deliveries().length > 0);
    const reported = webhook.deliveries().map((delivery) => {
      const data = deliveryOf(delivery, world.prefix).event?.data;
      return isObject(data) ? data.id : undefined;
    });
    expectThat(world, reported.length > 0 && reported.every((one) => one === id), {
      expected: `data.id ${id}, as the 202 said`,
      observed: reported.length === 0 ? `no delivery ${inTime(world)}` : reported.join(', '),
      exchanges: [exchange.id, ...webhook.deliveries().map(({ id: delivery }) => delivery)],
    });
  },
});

async function retrying(world: World, account: Account): Promise<object> {
  return { retry_of: (await finishedJob(world, account, 'failed')).id };
}

type Succeeded = 'several images' | 'a fallback' | 'at a second endpoint';

const succeeding: Readonly<Record<Succeeded, (world: World, account: Account) => Promise<SubmittedJob>>> = {
  'several images': (world, account) => succeededJob(world, account, 'three images'),
  'a fallback': fallbackJob,
  'at a second endpoint': (world, account) => finishedJob(world, account, 'succeeded'),
};

async function succeededSo(world: World, { account, webhook }: Awaited<ReturnType<typeof listen>>, what: Succeeded) {
  const job = await succeeding[what](world, account);
  const exchange = await deliveryFor(world, webhook, job.id);
  if (exchange === undefined) {
    const prerequisite =
      what === 'at a second endpoint' ? 'webhook.recipient.every-endpoint' : 'webhook.event.succeeded';
    throw new SetupFailed(`no event of job ${job.id} arrived`, { prerequisite });
  }
  return { job, delivery: deliveryOf(exchange, world.prefix) };
}

const costOf = (job: JsonObject) => partOf(partOf(job, 'usage') ?? {}, 'cost');

/** Whether a cost that was reported is the one that is read now, whatever the version of its price. */
function isSettled(reported: JsonObject | undefined, read: JsonObject | undefined): boolean {
  return (
    reported !== undefined &&
    read?.price_version !== undefined &&
    jsonDifferences({ ...read, price_version: reported.price_version ?? null }, reported).length === 0
  );
}

const equalsRead = endStates.map((state) =>
  defineCheck({
    rule: `webhook.data.equals-read-${state}`,
    ...every<readonly [MediaRoute, 'plain' | 'a retry' | Succeeded]>(
      ['image', 'plain'],
      ['transcription', 'plain'],
      ['image', 'a retry'],
      ...(state === 'succeeded'
        ? ([
            ['image', 'several images'],
            ['image', 'a fallback'],
            ['image', 'at a second endpoint'],
          ] as const)
        : []),
    ),
    async decide(world, [route, what]) {
      const first = await listen(world);
      const listening =
        what === 'at a second endpoint'
          ? { account: first.account, webhook: await first.account.webhook({ path: '/second' }) }
          : first;
      const { job, delivery } =
        what !== 'plain' && what !== 'a retry'
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
      const [reported, settled] = [costOf(data), costOf(read.job)];
      const isRenamed =
        reported?.price_version !== settled?.price_version &&
        reported?.price_version !== undefined &&
        isSettled(reported, settled);
      expectThat(world, !isRenamed, {
        expected: `price_version ${String(settled?.price_version)} in the data, as in the read of the same cost`,
        observed: String(reported?.price_version),
        exchanges,
      });
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

/** Events are sent on reaching a final state. */
const final = standingTable(deliveriesSeen, {
  'webhook.data.final': (delivery) => {
    const state = dataOf(delivery)?.state;
    return typeof state === 'string' ? heldIf(finalStates.includes(state), 'a job in a final state', state) : undefined;
  },
});

/** The data of an event is the Job as a read returns it (Events › Delivery). */
export default [jobId, ...equalsRead, sameOnRetry, final];
