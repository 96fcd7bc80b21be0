import {
  type Account,
  besideControl,
  caution,
  codeOf,
  defineCheck,
  describeAnswer,
  type Exchange,
  envelopeOf,
  expectEqualJson,
  expectThat,
  isObject,
  type JsonObject,
  NotExercised,
  patienceMs,
  promptMs,
  type World,
} from '@gateproof/harness';
import { dayMs, hourMs, minuteMs } from '@gateproof/spec';
import fc from 'fast-check';
import { dataOf, deliveryOf } from '../../support/deliveries.ts';
import { every } from '../../support/every.ts';
import { endStates, finishedJob, readAgain } from '../../support/finished-jobs.ts';
import { fragmentOf } from '../../support/fragment-of.ts';
import {
  callFor,
  type HeldJob,
  holding,
  holdJob,
  holdJobInFallback,
  mediaModel,
  serverError,
  untilAsked,
} from '../../support/held-jobs.ts';
import { isAbsent } from '../../support/json.ts';
import {
  controlJobCode,
  isFinalJob,
  jobOf,
  type MediaRoute,
  mediaRoutes,
  outputOf,
  partOf,
  readJob,
  submitJob,
} from '../../support/media-jobs.ts';
import { readLagMs } from '../../support/read-lag.ts';

const anyRoute = fc.constantFrom<MediaRoute>('image', 'transcription');

function holdZdr(world: World, account: Account, route: MediaRoute, extra: object = {}): Promise<HeldJob> {
  return holdJob(account, { route, extra: { ...fragmentOf(world, 'zdr'), ...extra } });
}

/** The code under which a job ended, reported by the Job or in place of it; undefined when it has not ended so. */
function endCodeOf(exchange: Exchange): string | undefined {
  const job = jobOf(exchange);
  if (job === undefined) return codeOf(exchange);
  return job.state === 'failed' && isObject(job.error) ? String(job.error.code) : undefined;
}

/** What a read of a job showed, as findings say it. */
function seenOf(exchange: Exchange): string {
  const job = jobOf(exchange);
  if (job === undefined) return describeAnswer(exchange);
  return `state ${String(job.state)}${isObject(job.error) ? `, code ${String(job.error.code)}` : ''}`;
}

/** The job still waits for its endpoint: a gateway that gave the endpoint up before 24 hours had passed has nothing left to discard. */
function requireWaiting(exchange: Exchange, passed: string): void {
  const job = jobOf(exchange);
  if (job !== undefined && isFinalJob(job) && endCodeOf(exchange) !== 'retention_expired') {
    throw new NotExercised(
      `the job had ended after ${passed} as ${String(job.state)} (${endCodeOf(exchange) ?? 'no error'})`,
    );
  }
}

const notBefore = defineCheck({
  rule: 'job.zdr.not-before',
  input: fc.record({ route: anyRoute, passedMs: fc.constantFrom(hourMs, 12 * hourMs, dayMs - 5 * minuteMs) }),
  // Short of the day by so little that only the time which the case itself takes could fill it.
  examples: mediaRoutes.map((route) => ({ route, passedMs: dayMs - 40_000 })),
  cases: 5,
  async decide(world, { route, passedMs }) {
    const account = await world.account();
    const { id } = await holdZdr(world, account, route);
    await account.advance(passedMs);
    const exchange = await account.key.job(id);
    requireWaiting(exchange, `${passedMs / hourMs} hours`);
    const job = jobOf(exchange);
    expectThat(world, job !== undefined && !isFinalJob(job), {
      expected: `the job still running ${((dayMs - passedMs) / minuteMs).toFixed(1)} minutes before its 24 hours are over`,
      observed: seenOf(exchange),
      exchanges: [exchange.id],
    });
  },
});

type HeldZdr = 'a job' | 'a retry' | 'under an idempotency key' | 'with a list' | 'behind a failing model';

async function holdZdrAs(world: World, account: Account, route: MediaRoute, what: HeldZdr): Promise<HeldJob> {
  const zdr = fragmentOf(world, 'zdr');
  switch (what) {
    case 'a job':
      return holdZdr(world, account, route);
    case 'a retry':
      return holdZdr(world, account, route, { retry_of: (await finishedJob(world, account, 'failed', route)).id });
    case 'under an idempotency key':
      return holdJob(account, { route, extra: zdr, idempotencyKey: world.unique('key') });
    case 'with a list':
      return holdZdr(world, account, route, { models: [(await mediaModel(account, route)).id] });
    case 'behind a failing model':
      return holdJobInFallback(account, route, zdr);
  }
}

/** Lets a zdr job that is held pass its 24 hours and reads it. A sweep may come some minutes late (freedom F108). */
async function readAfterDay(account: Account, id: string, passedMs = 0): Promise<Exchange> {
  // One that could never be read would look as if it were discarded.
  await readJob(account.key, id);
  await account.advance(dayMs - 5 * minuteMs - passedMs);
  requireWaiting(await account.key.job(id), 'almost 24 hours');
  await account.advance(20 * minuteMs);
  return account.key.job(id);
}

async function pass24Hours(world: World, route: MediaRoute, what: HeldZdr = 'a job') {
  const account = await world.account();
  const held = await holdZdrAs(world, account, route, what);
  return { account, held, exchange: await readAfterDay(account, held.id) };
}

/** The second job may be worked at, or wait behind the first (freedoms F013, F108). */
async function secondOfTwo(world: World, route: MediaRoute, isFirstZdr: boolean) {
  const account = await world.account();
  await (isFirstZdr ? holdZdr(world, account, route) : holdJob(account, { route }));
  const model = await mediaModel(account, route, [holding()]);
  const held = await submitJob(account.key, model, fragmentOf(world, 'zdr'));
  return { account, held, exchange: await readAfterDay(account, held.id) };
}

/** The first model fails after half a day; the time of the job began with its submission all the same. */
async function failedAfterHours(world: World, route: MediaRoute) {
  const account = await world.account();
  const broken = await mediaModel(account, route, [holding(serverError)]);
  const model = await mediaModel(account, route, [holding()]);
  const held = await submitJob(account.key, broken, { models: [model.id], ...fragmentOf(world, 'zdr') });
  await untilAsked(account, { id: held.id, model: broken });
  await account.advance(12 * hourMs);
  requireWaiting(await account.key.job(held.id), 'half a day');
  broken.upstreams[0]?.release();
  if ((await callFor(account, { id: held.id, model })) === undefined)
    throw new NotExercised('the model behind the failing one is not asked');
  // Counting from the start of the work is a freedom of its own (F108).
  const { created_at, started_at } = jobOf(await account.key.job(held.id)) ?? {};
  if (Date.parse(String(started_at)) - Date.parse(String(created_at)) > hourMs)
    throw new NotExercised('the job counts as started when its fallback is asked');
  return { account, held, exchange: await readAfterDay(account, held.id, 12 * hourMs) };
}

type Course = HeldZdr | 'after a zdr job' | 'after another job' | 'behind a model that fails after hours';

function courseOf(world: World, route: MediaRoute, what: Course) {
  if (what === 'behind a model that fails after hours') return failedAfterHours(world, route);
  if (what === 'after a zdr job' || what === 'after another job')
    return secondOfTwo(world, route, what === 'after a zdr job');
  return pass24Hours(world, route, what);
}

const discarded = defineCheck({
  rule: 'job.zdr.discarded',
  ...every<readonly [MediaRoute, Course]>(
    ['image', 'a job'],
    ['transcription', 'a job'],
    ['image', 'a retry'],
    ['image', 'after a zdr job'],
    ['image', 'after another job'],
    ['image', 'under an idempotency key'],
    ['image', 'with a list'],
    ['image', 'behind a failing model'],
    ['image', 'behind a model that fails after hours'],
  ),
  async decide(world, [route, what]) {
    const { account, held, exchange } = await courseOf(world, route, what);
    if (endCodeOf(exchange) === 'retention_expired') return world.stated();
    const finding = {
      expected: 'failed with retention_expired (or 504 retention_expired) after 24 hours',
      observed: seenOf(exchange),
      exchanges: [exchange.id],
    };
    if (isGone(exchange)) caution(world, finding);
    await world.pause(readLagMs);
    if (endCodeOf(await account.key.job(held.id)) === 'retention_expired') caution(world, finding);
    await account.advance(hourMs);
    const later = await account.key.job(held.id);
    if (endCodeOf(later) === 'retention_expired' || isGone(later)) caution(world, finding);
    await besideControl(
      () => expectThat(world, false, finding),
      async () => controlJobCode(await finishedJob(world, account, 'failed', route)),
    );
  },
});

function isGone(exchange: Exchange): boolean {
  return exchange.response?.status === 404 && codeOf(exchange) === 'job_not_found';
}

const kind = defineCheck({
  rule: 'job.zdr.kind',
  ...every<MediaRoute>('image', 'transcription'),
  async decide(world, route) {
    const { exchange } = await pass24Hours(world, route);
    if (endCodeOf(exchange) !== 'retention_expired')
      throw new NotExercised('the job was not discarded with retention_expired');
    const error = jobOf(exchange)?.error ?? envelopeOf(exchange);
    const reported = isObject(error) ? error.kind : undefined;
    if (reported === undefined || reported === null) throw new NotExercised('the error names no kind');
    expectThat(world, reported === 'terminal', {
      expected: 'kind terminal',
      observed: String(reported),
      exchanges: [exchange.id],
    });
  },
});

const outputGone = defineCheck({
  rule: 'job.zdr.output-gone',
  ...every<MediaRoute>('image', 'transcription'),
  async decide(world, route) {
    const { account, held, exchange } = await pass24Hours(world, route);
    if (endCodeOf(exchange) !== 'retention_expired')
      throw new NotExercised('the job was not discarded with retention_expired');
    held.release();
    await held.model.upstreams[0]?.calls()[0]?.ended;
    await finishedJob(world, account, 'succeeded');
    const last = await account.key.job(held.id);
    const job = jobOf(last);
    expectThat(world, job === undefined || (outputOf(job).length === 0 && job.state !== 'succeeded'), {
      expected: 'a discarded job without output, though its endpoint answered later',
      observed: `${String(job?.state)} with ${outputOf(job ?? {}).length} output items`,
      exchanges: [exchange.id, last.id],
    });
  },
});

const finishedInTime = defineCheck({
  rule: 'job.zdr.finished-in-time',
  ...every(...mediaRoutes.flatMap((route) => endStates.map((state) => ({ route, state })))),
  async decide(world, { route, state }) {
    const account = await world.account();
    const before = await finishedJob(world, account, state, route, fragmentOf(world, 'zdr'));
    await account.advance(dayMs + 20 * minuteMs);
    const after = await account.key.job(before.id);
    if (after.response?.status === 404) throw new NotExercised('finished zdr jobs are not kept for a day');
    expectThat(world, endCodeOf(after) !== 'retention_expired', {
      expected: 'the job as it ended, in time',
      observed: 'retention_expired',
      exchanges: [before.exchange.id, after.id],
    });
  },
});

const othersKept = defineCheck({
  rule: 'job.zdr.others-kept',
  ...every<readonly [MediaRoute, 'a job' | 'a retry' | 'a retry of a zdr job' | 'after a zdr job']>(
    ['image', 'a job'],
    ['transcription', 'a job'],
    ['image', 'a retry'],
    ['image', 'after a zdr job'],
    ['image', 'a retry of a zdr job'],
  ),
  async decide(world, [route, what]) {
    const account = await world.account();
    if (what === 'after a zdr job') await finishedJob(world, account, 'succeeded', route, fragmentOf(world, 'zdr'));
    const zdr = what === 'a retry of a zdr job' ? fragmentOf(world, 'zdr') : {};
    const earlier = what.startsWith('a retry') ? await finishedJob(world, account, 'failed', route, zdr) : undefined;
    if (earlier !== undefined) await readAgain(account, earlier.id);
    const extra = earlier === undefined ? {} : { retry_of: earlier.id };
    const { id, job } = await holdJob(account, { route, extra });
    if (what === 'a retry of a zdr job' && retentionOf(world, job) === retentionOf(world, earlier?.job))
      throw new NotExercised('the retry is retained as the zdr job is');
    await account.advance(dayMs + 20 * minuteMs);
    const exchange = await account.key.job(id);
    expectThat(world, endCodeOf(exchange) !== 'retention_expired', {
      expected: 'a job without zdr not to be discarded after 24 hours',
      observed: 'retention_expired',
      exchanges: [exchange.id],
    });
  },
});

function retentionOf(world: World, job: JsonObject | undefined): unknown {
  return partOf(job ?? {}, `${world.prefix}_metadata`)?.retention_class;
}

const event = defineCheck({
  rule: 'job.zdr.event',
  ...every<MediaRoute>('image', 'transcription'),
  async decide(world, route) {
    const account = await world.account();
    const webhook = await account.webhook();
    const held = await holdZdr(world, account, route);
    // A gateway may discard a job no earlier than somebody asks for it.
    const read = await readAfterDay(account, held.id);
    await webhook.received(1, jobOf(read)?.state === 'failed' ? patienceMs : promptMs);
    const types = webhook.deliveries().map((delivery) => deliveryOf(delivery, world.prefix).event?.type);
    const finding = {
      expected: 'job.failed when the zdr job is discarded',
      observed: types.length === 0 ? 'no delivery' : types.join(', '),
      exchanges: [read.id],
    };
    // A job that is gone, or not swept yet, is not shown in a state that an event must report.
    if (!types.includes('job.failed') && jobOf(read)?.state !== 'failed') return caution(world, finding);
    expectThat(world, types.includes('job.failed'), finding);
    const shown = jobOf(read)?.state === 'failed' ? jobOf(read)?.error : undefined;
    const delivered = webhook.deliveries().map((delivery) => dataOf(deliveryOf(delivery, world.prefix)));
    const sent = delivered.find((data) => data?.id === held.id && data.state === 'failed')?.error;
    if (!isObject(shown) || !isObject(sent)) return world.stated();
    // A job's error need not name its kind (freedom F083).
    const names = ['code', 'kind'].filter((name) => !isAbsent(shown[name]) && !isAbsent(sent[name]));
    const part = (error: JsonObject) => Object.fromEntries(names.map((name) => [name, error[name]]));
    expectEqualJson(world, part(shown), part(sent), 'the error of the event, beside that of the read', {
      exchanges: [read.id],
    });
  },
});

/** Zero-data-retention jobs (States and transitions, 1; Limits). */
export default [notBefore, discarded, kind, outputGone, finishedInTime, othersKept, event];
