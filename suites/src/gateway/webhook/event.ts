import {
  caution,
  defineCheck,
  expectThat,
  type Fault,
  NotArranged,
  NotExercised,
  SetupFailed,
  type World,
} from '@gateproof/harness';
import { minuteMs } from '@gateproof/spec';
import fc from 'fast-check';
import { dataOf, deliveriesSeen, deliveryOf } from '../../support/deliveries.ts';
import { every } from '../../support/every.ts';
import { expectEvent } from '../../support/expect-event.ts';
import { type EndState, endStates, fallbackJob, finishedJob } from '../../support/finished-jobs.ts';
import { callFor, cancelTogether, failing, holdJob, letCancelEnd, mediaModel } from '../../support/held-jobs.ts';
import {
  controlJob,
  isFinalJob,
  jobOf,
  type MediaRoute,
  notRefusedAtSubmission,
  readUntil,
  sendSubmission,
  submitJob,
  untilFinal,
} from '../../support/media-jobs.ts';
import { heldIf, standingTable } from '../../support/standing-table.ts';
import {
  attemptsFor,
  deliveryFor,
  failureFor,
  firstAttempt,
  inTime,
  listen,
  runOutSchedule,
  typeOf,
} from '../../support/webhooks.ts';

const succeeded = defineCheck({
  rule: 'webhook.event.succeeded',
  input: fc.constantFrom(1, 2),
  examples: [2],
  cases: 3,
  describe: (count) => `${count} jobs`,
  async decide(world, count) {
    const { account, webhook } = await listen(world);
    for (let made = 0; made < count; made += 1)
      await expectEvent(world, webhook, await finishedJob(world, account, 'succeeded'), 'job.succeeded');
  },
});

const transcription = defineCheck({
  rule: 'webhook.event.transcription',
  ...every<EndState>(...endStates),
  async decide(world, state) {
    const { account, webhook } = await listen(world);
    await expectEvent(world, webhook, await finishedJob(world, account, state, 'transcription'), `job.${state}`);
  },
});

const instant = defineCheck({
  rule: 'webhook.event.instant',
  ...every<MediaRoute>('image', 'transcription'),
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
  if ((await deliveryFor(world, webhook, held.id)) === undefined)
    throw new SetupFailed(`no event of job ${held.id} arrived`, {
      prerequisite: `webhook.event.${String(job.state)}`,
    });
  await account.advance(1_000);
  const events = attemptsFor(world, webhook, held.id);
  const types = events.map(typeOf);
  const isOne = new Set(events.map(({ event }) => event?.id)).size === 1 && types[0] === `job.${String(job.state)}`;
  expectThat(world, isOne, {
    expected: `one event, job.${String(job.state)}, after a cancel and the end of the work at the same time`,
    observed: types.join(', '),
    exchanges: [answered.id, exchange.id],
  });
}

/** Several cancels of one job go at the same time: at most one of them ends it. */
async function cancelsTogether(world: World, { account, webhook }: Awaited<ReturnType<typeof listen>>): Promise<void> {
  const held = await holdJob(account);
  const cancels = await cancelTogether(account.key, held.id);
  await letCancelEnd(world, account, held);
  await readUntil(world, account.key, held.id, isFinalJob);
  if ((await deliveryFor(world, webhook, held.id)) === undefined)
    throw new SetupFailed(`no event of job ${held.id} arrived`, { prerequisite: 'webhook.event.canceled' });
  await account.advance(1_000);
  const ids = new Set(attemptsFor(world, webhook, held.id).map(({ event }) => event?.id));
  expectThat(world, ids.size === 1, {
    expected: 'one event for the job, though three cancels came at the same time',
    observed: `events ${[...ids].join(', ')}`,
    exchanges: cancels.map(({ id }) => id),
  });
}

type Ended = EndState | 'a fallback' | 'a zdr job';

/** Ends a job and waits for its event. */
async function toldJob(
  world: World,
  listening: Awaited<ReturnType<typeof listen>>,
  ended: Ended,
): Promise<{ readonly id: string }> {
  if (ended !== 'a fallback' && ended !== 'a zdr job')
    return (await firstAttempt(world, listening, { state: ended })).job;
  const { account, webhook } = listening;
  const job =
    ended === 'a fallback'
      ? await fallbackJob(world, account)
      : await submitJob(account.key, await mediaModel(account, 'image'), world.fragments.zdr ?? {});
  if ((await deliveryFor(world, webhook, job.id)) === undefined)
    throw new SetupFailed(`no event of job ${job.id} arrived`, { prerequisite: 'webhook.recipient.every-job' });
  return job;
}

const oncePerJob = defineCheck<{
  readonly state: Ended | 'a race' | 'cancels together';
  readonly acknowledged: boolean;
}>({
  rule: 'webhook.event.once-per-job',
  input: fc.record({
    state: fc.constantFrom<Ended | 'a race' | 'cancels together'>(...endStates, 'a race'),
    acknowledged: fc.boolean(),
  }),
  examples: [
    { state: 'a race', acknowledged: true },
    { state: 'a fallback', acknowledged: true },
    { state: 'a zdr job', acknowledged: true },
    { state: 'cancels together', acknowledged: true },
  ],
  cases: 8,
  async decide(world, { state, acknowledged }) {
    const listening = await listen(world);
    if (state === 'a race') return oneWinner(world, listening);
    if (state === 'cancels together') return cancelsTogether(world, listening);
    if (!acknowledged) listening.webhook.answer({ kind: 'status', status: 500 }, { kind: 'status', status: 200 });
    const { id } = await toldJob(world, listening, state);
    await runOutSchedule(listening.account);
    const ids = new Set(attemptsFor(world, listening.webhook, id).map(({ event }) => event?.id));
    expectThat(world, ids.size === 1, { expected: 'one event for the job', observed: `events ${[...ids].join(', ')}` });
  },
});

const onlyWhenFinal = defineCheck({
  rule: 'webhook.event.only-when-final',
  ...every<MediaRoute>('image', 'transcription'),
  async decide(world, route) {
    const listening = await listen(world);
    const held = await holdJob(listening.account, { route });
    // The event of another job marks a moment at which one of this job would have come.
    const marker = await mediaModel(listening.account, route);
    const { id } = await submitJob(listening.account.key, marker);
    if ((await marker.upstreams[0]?.call(1, 2_000)) === undefined)
      throw new NotArranged('no job is begun before the one before it has ended');
    if ((await deliveryFor(world, listening.webhook, id)) === undefined)
      throw new SetupFailed(`no event of another job came ${inTime(world)}`, {
        prerequisite: 'webhook.event.succeeded',
      });
    const early = attemptsFor(world, listening.webhook, held.id);
    expectThat(world, early.length === 0, {
      expected: 'no delivery for a job that is still running',
      observed: `${early.length} deliveries (${early.map(typeOf).join(', ')})`,
      exchanges: early.map(({ exchange }) => exchange.id),
    });
  },
});

const alreadyFinal = defineCheck({
  rule: 'webhook.event.job-already-final',
  ...every<EndState>('succeeded', 'failed'),
  async decide(world, state) {
    const { account, webhook } = await listen(world);
    const held = await holdJob(account, state === 'failed' ? { faults: [{ kind: 'status', status: 500 }] } : {});
    held.release();
    const arrived = await (state === 'failed'
      ? failureFor(world, account, webhook, held.id)
      : deliveryFor(world, webhook, held.id));
    const exchange = await account.key.job(held.id);
    const { job } = controlJob(exchange, 'job.read.found');
    if (arrived !== undefined && !isFinalJob(job)) {
      caution(world, {
        expected: 'a final state once the event has arrived',
        observed: String(job.state),
        exchanges: [arrived.id, exchange.id],
      });
    }
    expectThat(world, arrived !== undefined, { expected: `the event ${inTime(world)}`, observed: 'no delivery' });
  },
});

/** Waits between which the clock is moved on; nobody waits for an endpoint longer than four days. */
const waitsMs = [minuteMs, 60 * minuteMs, 24 * 60 * minuteMs, 3 * 24 * 60 * minuteMs];

/** However a job fails, its event comes. */
const failed = defineCheck({
  rule: 'webhook.event.failed',
  ...every<readonly Fault[]>(
    [{ kind: 'status', status: 500 }],
    [
      { kind: 'status', status: 503 },
      { kind: 'status', status: 500 },
    ],
    [{ kind: 'empty' }],
    [{ kind: 'moderation-refusal' }],
    [{ kind: 'unauthorized' }],
    [{ kind: 'hang' }],
  ),
  async decide(world, faults) {
    const { account, webhook } = await listen(world);
    for (const fault of faults) {
      const model = await mediaModel(account, 'image', [failing(fault)]);
      const exchange = await sendSubmission(account.key, model);
      // Endpoint troubles may be reported at submission (freedom F072).
      notRefusedAtSubmission(exchange);
      const id = jobOf(exchange)?.id;
      if (id === undefined) {
        await submitJob(account.key, await mediaModel(account, 'image'));
        throw new NotExercised('the trouble was reported at submission');
      }
      if (fault.kind === 'hang') {
        if (!world.has('clock')) throw new NotArranged('nobody waits that long for an endpoint');
        await callFor(account, { id: String(id), model });
        for (const waitMs of [world.upstreamTimeoutMs + 1_000, ...waitsMs]) {
          await account.advance(waitMs);
          if (await world.until(() => webhook.deliveries().length > 0, 200)) break;
        }
        // When it gives up is the gateway's own affair.
        const read = await account.key.job(String(id));
        const job = jobOf(read);
        // A gateway may have forgotten it by then (freedom F104), and nobody knows when it ended.
        if (job === undefined || !isFinalJob(job)) throw new NotExercised('the job is not final after four days');
      }
      const delivered = await failureFor(world, account, webhook, String(id));
      const reported = delivered === undefined ? undefined : typeOf(deliveryOf(delivered, world.prefix));
      expectThat(world, reported === 'job.failed', {
        expected: `job.failed for job ${String(id)}, whose endpoint failed (${fault.kind}), ${inTime(world)} of its end`,
        observed: delivered === undefined ? 'no delivery' : String(reported),
        exchanges: [exchange.id, ...(delivered === undefined ? [] : [delivered.id])],
      });
    }
  },
});

const types: readonly unknown[] = ['job.succeeded', 'job.failed', 'job.canceled'];

/** The type of every event, and the state that it names. */
const knownType = standingTable(deliveriesSeen, {
  'webhook.event.known-type': ({ event }) =>
    heldIf(types.includes(event?.type), `type ${types.join(', ')}`, event?.type),
  'webhook.event.type-of-state': (delivery) => {
    const state = dataOf(delivery)?.state;
    const type = delivery.event?.type;
    return typeof state === 'string' && types.includes(type)
      ? heldIf(type === `job.${state}`, `type job.${state}, the job's state`, type)
      : undefined;
  },
});

/** Which events are sent, and which are not (Events; States and transitions). */
export default [succeeded, transcription, instant, oncePerJob, onlyWhenFinal, alreadyFinal, failed, knownType];
