import {
  type Account,
  codeOf,
  controlAnswer,
  controlServed,
  defineCheck,
  describeAnswer,
  type Exchange,
  envelopeOf,
  expectEqualJson,
  expectThat,
  isObject,
  type JsonObject,
  NotArranged,
  NotExercised,
  type World,
} from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { finishedJob, readAgain } from '../../support/finished-jobs.ts';
import { holdJob, mediaModel } from '../../support/held-jobs.ts';
import { jobObservations } from '../../support/job-observations.ts';
import { isAbsent } from '../../support/json.ts';
import {
  controlJob,
  expectJob,
  jobOf,
  type MediaRoute,
  outputOf,
  readJob,
  sendSubmission,
  submitJob,
  untilFinal,
} from '../../support/media-jobs.ts';
import { controlCode } from '../../support/reported-error.ts';
import { heldIf, standingTable } from '../../support/standing-table.ts';
import { changedId } from '../../support/unknown-jobs.ts';

const halfDayMs = 12 * 3_600_000;

async function expectEchoedByCancel(world: World, account: Account, route: MediaRoute, earlier: string): Promise<void> {
  const { id } = await holdJob(account, { route, extra: { retry_of: earlier } });
  const { job, exchange } = controlJob(await account.key.cancel(id), 'job.cancel.accepted');
  expectThat(world, job.retry_of === earlier, {
    expected: `retry_of ${earlier} in the answer to the cancel too`,
    observed: String(job.retry_of),
    exchanges: [exchange.id],
  });
}

const echoed = defineCheck({
  rule: 'job.retry-of.echoed',
  ...every<
    readonly [
      MediaRoute,
      'a job' | 'a retry' | 'a job retried before' | 'a job of another key' | 'half a day later' | 'when canceled',
    ]
  >(
    ['image', 'a job'],
    ['transcription', 'a job'],
    ['image', 'a retry'],
    ['image', 'a job retried before'],
    ['image', 'a job of another key'],
    ['image', 'half a day later'],
    ['image', 'when canceled'],
    ['transcription', 'when canceled'],
  ),
  async decide(world, [route, what]) {
    const account = await world.account();
    const first = await finishedJob(world, account, 'failed', route);
    const earlier =
      what !== 'a retry' ? first : await finishedJob(world, account, 'failed', route, { retry_of: first.id });
    if (what === 'when canceled') return expectEchoedByCancel(world, account, route, earlier.id);
    if (what === 'half a day later') {
      if (!world.has('clock')) throw new NotArranged('the clock can not be moved');
      await account.advance(halfDayMs);
      await readAgain(account, earlier.id);
    }
    if (what === 'a job retried before') await finishedJob(world, account, 'failed', route, { retry_of: earlier.id });
    const model = await mediaModel(account, route);
    if (what === 'a job of another key' && !world.has('keys')) throw new NotArranged('no further key can be made');
    // Jobs are the account's, whichever of its keys submitted them.
    const key = what === 'a job of another key' ? await account.newKey() : account.key;
    const exchange = await sendSubmission(key, model, { retry_of: earlier.id });
    if (key !== account.key) expectJob(world, exchange, "a retry of the account's job by another of its keys");
    if (what === 'half a day later') expectJob(world, exchange, 'a retry of a job that failed half a day ago');
    if (what === 'a job retried before' && jobOf(exchange) === undefined)
      throw new NotExercised('a job is retried once at most');
    const { job, id } = controlJob(exchange, `media.create.${route}`);
    const read = await readJob(account.key, id);
    const ended = await untilFinal(world, account.key, id, 'job.outcome.succeeded');
    for (const reported of [job, read.job, ended.job]) {
      expectThat(world, reported.retry_of === earlier.id, {
        expected: `retry_of ${earlier.id}`,
        observed: String(reported.retry_of),
        exchanges: [exchange.id, read.exchange.id, ended.exchange.id],
      });
    }
  },
});

/** What of a job that has ended neither settles later nor is the gateway's own. */
const settled = ['id', 'generation_id', 'state', 'modality', 'model', 'created_at', 'started_at', 'completed_at'];

/** A job that has ended without its costs, which may settle later (freedom F081), without links, and without what the contract does not show. */
function steady(job: JsonObject): JsonObject {
  const { code, kind } = isObject(job.error) ? job.error : {};
  const files = outputOf(job).map(({ checksum_sha256: checksum }) => checksum ?? null);
  return { ...Object.fromEntries(settled.map((name) => [name, job[name]])), error: { code, kind }, files };
}

const newJob = defineCheck({
  rule: 'job.retry-of.new-job',
  ...every<readonly [MediaRoute, 'failed' | 'succeeded']>(
    ['image', 'failed'],
    ['transcription', 'failed'],
    ['image', 'succeeded'],
    ['transcription', 'succeeded'],
  ),
  async decide(world, [route, state]) {
    const account = await world.account();
    const earlier = await finishedJob(world, account, state, route);
    const model = await mediaModel(account, route);
    const asked = await sendSubmission(account.key, model, { retry_of: earlier.id });
    if (state === 'succeeded' && [400, 404].includes(asked.response?.status ?? 0))
      throw new NotExercised('a job that has succeeded can not be retried');
    const { id, exchange } = controlJob(asked, `media.create.${route}`);
    const after = await account.key.job(earlier.id);
    controlServed(after);
    const exchanges = [earlier.exchange.id, exchange.id, after.id];
    expectThat(world, id !== earlier.id, {
      expected: 'a new job',
      observed: `the id of the earlier one, ${id}`,
      exchanges,
    });
    expectEqualJson(world, steady(earlier.job), steady(jobOf(after) ?? {}), 'the earlier job', { exchanges });
  },
});

const absent = defineCheck({
  rule: 'job.retry-of.absent',
  ...every<MediaRoute>('image', 'transcription'),
  async decide(world, route) {
    const account = await world.account();
    const { job, exchange } = await submitJob(account.key, await mediaModel(account, route));
    if (isAbsent(job.retry_of)) return world.stated();
    const named = await account.key.job(String(job.retry_of));
    expectThat(world, named.response?.status === 200, {
      expected: 'no retry_of, or the id of an earlier job of the account (none was asked for)',
      observed: String(job.retry_of),
      exchanges: [exchange.id, named.id],
    });
  },
});

const unknown = defineCheck({
  rule: 'job.retry-of.unknown',
  ...every<MediaRoute>('image', 'transcription'),
  async decide(world, route) {
    const account = await world.account();
    const model = await mediaModel(account, route);
    const never = changedId((await submitJob(account.key, model)).id);
    const exchange = await sendSubmission(account.key, model, { retry_of: never });
    const { status } = controlAnswer(exchange);
    if (status === 404 || status === 400) controlCode(exchange);
    const message = String(envelopeOf(exchange)?.message ?? '');
    const isRefused =
      (status === 404 && codeOf(exchange) === 'job_not_found') || (status === 400 && message.includes('retry_of'));
    expectThat(world, isRefused || jobOf(exchange)?.retry_of === never, {
      expected: 'a Job with that retry_of, 404 job_not_found, or 400 with a message that names retry_of',
      observed: describeAnswer(exchange),
      exchanges: [exchange.id],
    });
  },
});

/** How a retry_of was taken, without what differs from request to request. */
function treatment(exchange: Exchange): unknown {
  const { status } = controlAnswer(exchange);
  return { status, code: codeOf(exchange) };
}

const foreign = defineCheck({
  rule: 'job.retry-of.foreign',
  ...every<readonly [MediaRoute, 'failed' | 'succeeded' | 'running']>(
    ['image', 'failed'],
    ['transcription', 'failed'],
    ['image', 'succeeded'],
    ['image', 'running'],
  ),
  async decide(world, [route, state]) {
    const [account, stranger] = [await world.account(), await world.account()];
    const theirs = await (state === 'running'
      ? holdJob(stranger, { route })
      : finishedJob(world, stranger, state, route));
    const model = await mediaModel(account, route);
    const never = changedId((await submitJob(account.key, model)).id);
    const toForeign = await sendSubmission(account.key, model, { retry_of: theirs.id });
    const toUnknown = await sendSubmission(account.key, model, { retry_of: never });
    const exchanges = [toForeign.id, toUnknown.id];
    expectEqualJson(world, treatment(toUnknown), treatment(toForeign), "the answer to another account's job", {
      exchanges,
    });
  },
});

/** A job retries an earlier one, so never itself. */
const earlierJob = standingTable(jobObservations, {
  'job.retry-of.earlier-job': ({ job }) =>
    typeof job.retry_of === 'string'
      ? heldIf(job.retry_of !== job.id, 'retry_of another job than itself', job.retry_of)
      : undefined,
});

/** retry_of (Resources › Job; job creation). */
export default [echoed, newJob, absent, unknown, foreign, earlierJob];
