import { caution, controlServed, defineCheck, expectThat, type WebhookEndpoint, type World } from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { deliveryOf } from '../../support/deliveries.ts';
import { every } from '../../support/every.ts';
import { type EndState, endStates, finishedJob } from '../../support/finished-jobs.ts';
import { holdJob, mediaModel } from '../../support/held-jobs.ts';
import {
  controlJob,
  isFinalJob,
  type MediaRoute,
  sendSubmission,
  submitJob,
  untilFinal,
} from '../../support/media-jobs.ts';
import { saying, tokensOf } from '../../support/streams.ts';
import { attemptsFor, deliveryFor, firstAttempt, listen, runOutSchedule, typeOf } from '../../support/webhooks.ts';

async function expectEvent(
  world: World,
  webhook: WebhookEndpoint,
  job: { readonly id: string },
  type: string,
): Promise<void> {
  const exchange = await deliveryFor(world, webhook, job.id);
  const told = exchange === undefined ? undefined : typeOf(deliveryOf(exchange, world.prefix));
  expectThat(world, told === type, {
    expected: `${type} for job ${job.id} within 5 s of its end`,
    observed: exchange === undefined ? 'no delivery' : String(told),
    ...(exchange === undefined ? {} : { exchanges: [exchange.id] }),
  });
}

const perState = endStates.map((state) =>
  defineCheck({
    rule: `webhook.event.${state}`,
    input: fc.integer({ min: 1, max: 2 }),
    cases: 2,
    requestsPerCase: 30,
    async decide(world, count) {
      const { account, webhook } = await listen(world);
      for (let made = 0; made < count; made += 1)
        await expectEvent(world, webhook, await finishedJob(world, account, state), `job.${state}`);
    },
  }),
);

const transcription = defineCheck({
  rule: 'webhook.event.transcription',
  ...every<EndState>(...endStates),
  cases: 3,
  requestsPerCase: 20,
  async decide(world, state) {
    const { account, webhook } = await listen(world);
    await expectEvent(world, webhook, await finishedJob(world, account, state, 'transcription'), `job.${state}`);
  },
});

const instant = defineCheck({
  rule: 'webhook.event.instant',
  ...every<MediaRoute>('image', 'transcription'),
  cases: 2,
  async decide(world, route) {
    const { account, webhook } = await listen(world);
    const { id } = await submitJob(account.key, await mediaModel(account, route));
    // Nobody reads the job: its end alone must send the event.
    await expectEvent(world, webhook, { id }, 'job.succeeded');
  },
});

/** The cancel and the end of the work come at the same time: whichever wins, there is one event, and it names the state that is read. */
async function oneWinner(world: World, { account, webhook }: Awaited<ReturnType<typeof listen>>): Promise<void> {
  const held = await holdJob(account);
  const cancelling = account.key.cancel(held.id);
  held.release();
  const answered = await cancelling;
  const { job, exchange } = await untilFinal(world, account.key, held.id, 'job.outcome.succeeded');
  await deliveryFor(world, webhook, held.id);
  await account.advance(1_000);
  const events = attemptsFor(world, webhook, held.id);
  const types = events.map(typeOf);
  const isOne = new Set(events.map(({ event }) => event?.id)).size === 1 && types[0] === `job.${String(job.state)}`;
  expectThat(world, isOne, {
    expected: `one event, job.${String(job.state)}, after a cancel and the end of the work at the same time`,
    observed: types.length === 0 ? 'no event' : types.join(', '),
    exchanges: [answered.id, exchange.id],
  });
}

const oncePerJob = defineCheck<{ readonly state: EndState | 'a race'; readonly acknowledged: boolean }>({
  rule: 'webhook.event.once-per-job',
  input: fc.record({
    state: fc.constantFrom<EndState | 'a race'>(...endStates, 'a race'),
    acknowledged: fc.boolean(),
  }),
  examples: [{ state: 'a race', acknowledged: true }],
  cases: 5,
  requestsPerCase: 20,
  async decide(world, { state, acknowledged }) {
    const listening = await listen(world);
    if (state === 'a race') return oneWinner(world, listening);
    if (!acknowledged) listening.webhook.answer({ kind: 'status', status: 500 }, { kind: 'status', status: 200 });
    const { job } = await firstAttempt(world, listening, { state });
    await runOutSchedule(listening.account);
    const ids = new Set(attemptsFor(world, listening.webhook, job.id).map(({ event }) => event?.id));
    expectThat(world, ids.size === 1, { expected: 'one event for the job', observed: `events ${[...ids].join(', ')}` });
  },
});

const onlyWhenFinal = defineCheck({
  rule: 'webhook.event.only-when-final',
  ...every<MediaRoute>('image', 'transcription'),
  cases: 2,
  requestsPerCase: 20,
  async decide(world, route) {
    const listening = await listen(world);
    const held = await holdJob(listening.account, { route });
    // The event of another job marks a moment at which one of this job would have come.
    await firstAttempt(world, listening);
    const early = attemptsFor(world, listening.webhook, held.id);
    expectThat(world, early.length === 0, {
      expected: 'no delivery for a job that is still running',
      observed: `${early.length} deliveries (${early.map(typeOf).join(', ')})`,
      exchanges: early.map(({ exchange }) => exchange.id),
    });
  },
});

/** Requests that must send nothing, each followed by a job whose event marks the moment. */
function sendsNothing(
  rule: string,
  act: (world: World, listening: Awaited<ReturnType<typeof listen>>, variant: boolean) => Promise<void>,
) {
  return defineCheck({
    rule,
    ...every(false, true),
    cases: 3,
    requestsPerCase: 30,
    async decide(world, variant) {
      const listening = await listen(world);
      await act(world, listening, variant);
      const { job } = await firstAttempt(world, listening);
      if (world.has('clock')) await listening.account.advance(60_000);
      const others = listening.webhook.deliveries().filter((exchange) => {
        const { event } = deliveryOf(exchange, world.prefix);
        const data = event?.data as { id?: unknown } | undefined;
        return data?.id !== job.id;
      });
      expectThat(world, others.length === 0, {
        expected: "the marker job's event alone",
        observed: `${others.length} other deliveries`,
        exchanges: others.map(({ id }) => id),
      });
    },
  });
}

const noneForChat = sendsNothing('webhook.event.none-for-chat', async (_world, { account }, stream) => {
  const model = await account.model();
  const failing = await account.model({ upstreams: [saying(tokensOf('a', 2), { kind: 'status', status: 500 })] });
  controlServed(await account.key.chat({ model: model.id, messages: hello }));
  await account.key.chat({ model: model.id, messages: hello, stream });
  await account.key.chat({ model: failing.id, messages: hello, stream });
});

const noneForRefused = sendsNothing('webhook.event.none-for-refused', async (_world, { account }, variant) => {
  const model = await mediaModel(account, 'image');
  await sendSubmission(account.key, model, variant ? { models: 'text' } : { retry_of: 7 });
  await sendSubmission(account.key, model, { provider: 7 });
});

const noneForReplay = defineCheck({
  rule: 'webhook.event.none-for-replay',
  ...every<MediaRoute>('image', 'transcription'),
  cases: 2,
  requestsPerCase: 20,
  async decide(world, route) {
    const listening = await listen(world);
    const { account, webhook } = listening;
    const idempotencyKey = world.unique('key');
    const model = await mediaModel(account, route);
    const { id } = await submitJob(account.key, model, {}, { idempotencyKey });
    await untilFinal(world, account.key, id, 'job.outcome.succeeded');
    await deliveryFor(world, webhook, id);
    await sendSubmission(account.key, model, {}, { idempotencyKey });
    await firstAttempt(world, listening);
    const ids = new Set(attemptsFor(world, webhook, id).map(({ event }) => event?.id));
    expectThat(world, ids.size <= 1, { expected: 'one event for the job', observed: `events ${[...ids].join(', ')}` });
  },
});

const noneForRefusedCancel = defineCheck({
  rule: 'webhook.event.none-for-refused-cancel',
  ...every<EndState>(...endStates),
  cases: 3,
  requestsPerCase: 20,
  async decide(world, state) {
    const listening = await listen(world);
    const { job } = await firstAttempt(world, listening, { state });
    await listening.account.key.cancel(job.id);
    await firstAttempt(world, listening);
    const events = attemptsFor(world, listening.webhook, job.id);
    const ids = new Set(events.map(({ event }) => event?.id));
    expectThat(world, ids.size === 1 && events.every((delivery) => typeOf(delivery) === `job.${state}`), {
      expected: `job.${state} alone`,
      observed: events.map(typeOf).join(', '),
    });
  },
});

const alreadyFinal = defineCheck({
  rule: 'webhook.event.job-already-final',
  ...every<EndState>('succeeded', 'failed'),
  cases: 2,
  requestsPerCase: 20,
  async decide(world, state) {
    const { account, webhook } = await listen(world);
    const held = await holdJob(account, state === 'failed' ? { faults: [{ kind: 'status', status: 500 }] } : {});
    held.release();
    const arrived = await deliveryFor(world, webhook, held.id);
    const exchange = await account.key.job(held.id);
    const { job } = controlJob(exchange, 'job.read.found');
    if (arrived !== undefined && !isFinalJob(job)) {
      caution(world, {
        expected: 'a final state once the event has arrived',
        observed: String(job.state),
        exchanges: [arrived.id, exchange.id],
      });
    }
    expectThat(world, arrived !== undefined, { expected: 'the event within 5 s', observed: 'no delivery' });
  },
});

/** Which events are sent, and which are not (Events; States and transitions). */
export default [
  ...perState,
  transcription,
  instant,
  oncePerJob,
  onlyWhenFinal,
  noneForChat,
  noneForRefused,
  noneForReplay,
  noneForRefusedCancel,
  alreadyFinal,
];
