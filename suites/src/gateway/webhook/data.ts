import { type Account, defineCheck, expectThat, isObject, SetupFailed, type World } from '@gateproof/harness';
import { dataOf, deliveriesSeen, deliveryOf } from '../../support/deliveries.ts';
import { expectDataOf, expectSameJob, noteSettledUsage } from '../../support/event-data.ts';
import { every } from '../../support/every.ts';
import { failuresOf } from '../../support/failing-answers.ts';
import { type EndState, endStates, fallbackJob, finishedJob } from '../../support/finished-jobs.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import {
  finalStates,
  type MediaRoute,
  mediaRoutes,
  readJob,
  type SubmittedJob,
  submitJob,
} from '../../support/media-jobs.ts';
import { succeededJob } from '../../support/output-jobs.ts';
import { patiently } from '../../support/patiently.ts';
import { heldIf, standingTable } from '../../support/standing-table.ts';
import {
  attemptsAtEvent,
  attemptsFor,
  deliveryFor,
  firstAttempt,
  inTime,
  listen,
  runOutSchedule,
} from '../../support/webhooks.ts';

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

type Succeeded = 'several images' | 'a fallback';

const succeeding: Readonly<Record<Succeeded, (world: World, account: Account) => Promise<SubmittedJob>>> = {
  'several images': (world, account) => succeededJob(world, account, 'three images'),
  'a fallback': fallbackJob,
};

async function succeededSo(world: World, { account, webhook }: Awaited<ReturnType<typeof listen>>, what: Succeeded) {
  const job = await succeeding[what](world, account);
  const exchange = await deliveryFor(world, webhook, job.id);
  if (exchange === undefined)
    throw new SetupFailed(`no event of job ${job.id} arrived`, { prerequisite: 'webhook.event.succeeded' });
  return { job, delivery: deliveryOf(exchange, world.prefix) };
}

/** What an endpoint of a busy workspace has seen when the jobs end that count: a second one beside it, a retry, a rotation. */
async function busyWorkspace(world: World, state: EndState) {
  const { account, webhook } = await listen(world, { rotating: world.has('rotation') });
  if (world.has('clock')) {
    webhook.answer({ kind: 'status', status: 500 }, { kind: 'status', status: 200 });
    const { job } = await firstAttempt(world, { account, webhook }, { state });
    await runOutSchedule(account, () => attemptsFor(world, webhook, job.id).length > 1);
  }
  if (world.has('rotation')) await webhook.rotate();
  return { account, webhooks: [webhook, await account.webhook({ path: '/second' })] };
}

/** Two jobs that end at the same time, at each endpoint. */
async function expectDataWhenBusy(world: World, state: EndState): Promise<void> {
  const { account, webhooks } = await busyWorkspace(world, state);
  const jobs = await Promise.all(mediaRoutes.map((route) => finishedJob(world, account, state, route)));
  for (const [place, webhook] of webhooks.entries()) {
    for (const [at, { id }] of jobs.entries()) {
      const exchange = await deliveryFor(world, webhook, id);
      if (exchange === undefined)
        throw new SetupFailed(`no event of job ${id} arrived`, { prerequisite: 'webhook.recipient.every-endpoint' });
      const what = `the event of the ${mediaRoutes[at]} job at endpoint ${place + 1} of ${webhooks.length}`;
      expectDataOf(world, await readJob(account.key, id), deliveryOf(exchange, world.prefix), what);
    }
  }
}

const equalsRead = endStates.map((state) =>
  defineCheck({
    rule: `webhook.data.equals-read-${state}`,
    ...every<readonly [MediaRoute, 'plain' | 'a retry' | 'in a busy workspace' | Succeeded]>(
      ['image', 'plain'],
      ['transcription', 'plain'],
      ['image', 'a retry'],
      ['image', 'in a busy workspace'],
      ...(state === 'succeeded'
        ? ([
            ['image', 'several images'],
            ['image', 'a fallback'],
          ] as const)
        : []),
    ),
    async decide(world, [route, what]) {
      if (what === 'in a busy workspace') return expectDataWhenBusy(world, state);
      const listening = await listen(world);
      const { account } = listening;
      const { job, delivery } =
        what !== 'plain' && what !== 'a retry'
          ? await succeededSo(world, listening, what)
          : await firstAttempt(world, listening, {
              state,
              route,
              extra: what === 'a retry' ? await retrying(world, account) : {},
            });
      const read = await readJob(account.key, job.id);
      expectDataOf(world, read, delivery);
      noteSettledUsage(world, read, delivery);
    },
  }),
);

const sameOnRetry = defineCheck({
  rule: 'webhook.data.same-on-retry',
  ...every<EndState>(...endStates),
  async decide(world, state) {
    const listening = await listen(world);
    listening.webhook.answer(...failuresOf(state));
    const { delivery } = await firstAttempt(world, listening, { state });
    await runOutSchedule(listening.account);
    // A retry that names another job is known by its event.
    const retries = attemptsAtEvent(world, listening.webhook, delivery).slice(1);
    for (const retry of retries) {
      const exchanges = [delivery.exchange.id, retry.exchange.id];
      expectSameJob(world, dataOf(delivery) ?? {}, dataOf(retry) ?? {}, { what: 'the retry', exchanges });
    }
    expectThat(world, retries.length > 0, {
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
