import {
  type Account,
  caution,
  codeOf,
  controlServed,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectAnyRefusal,
  expectRefusal,
  expectStatus,
  expectThat,
  type Finding,
  headerOf,
  type Key,
  mediaTypeOf,
  NotArranged,
  NotExercised,
  patienceMs,
  promptMs,
  type World,
} from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { type EndState, finishedJob } from '../../support/finished-jobs.ts';
import { failing, holding, holdJob, mediaModel, serverError, untilAsked } from '../../support/held-jobs.ts';
import {
  controlJob,
  expectJob,
  expectJobAnswer,
  isFinalJob,
  type MediaRoute,
  readJob,
  readOnce,
  type SubmittedJob,
  submitJob,
  untilFinal,
} from '../../support/media-jobs.ts';
import { settledUsage } from '../../support/settled-usage.ts';
import { changedId, expectUnknownJob, unknownIds } from '../../support/unknown-jobs.ts';
import { deliveryFor } from '../../support/webhooks.ts';

/** What to warn of when a new job can not be read at once: a replica may lag for a moment (freedom F110). */
async function lagOf(key: Key, id: string): Promise<Finding | undefined> {
  const exchange = await readOnce(key, id);
  if (exchange.response?.status !== 404 || codeOf(exchange) !== 'job_not_found') return undefined;
  return {
    expected: 'a job to be readable as soon as its 202 has arrived',
    observed: describeAnswer(exchange),
    exchanges: [exchange.id],
  };
}

/** A job outlives its event: whoever receives that reads the job for fresh links. */
async function expectFoundOnceDelivered(world: World, route: MediaRoute): Promise<void> {
  if (!world.has('webhooks') || !world.claims('webhooks')) throw new NotArranged('no webhook endpoint can be added');
  const account = await world.account();
  const webhook = await account.webhook();
  // Not read before: whoever forgets a delivered job may have done so by then.
  const { id } = await submitJob(account.key, await mediaModel(account, route));
  if ((await deliveryFor(world, webhook, id)) === undefined) throw new NotExercised('no event of the job came');
  const exchange = await account.key.job(id);
  expectStatus(world, exchange, 200);
  expectJobAnswer(world, exchange, 'a read of a job whose event was delivered');
}

const found = defineCheck({
  rule: 'job.read.found',
  ...every<readonly [MediaRoute, EndState | 'any state' | 'delivered']>(
    ['image', 'any state'],
    ['transcription', 'any state'],
    ['image', 'succeeded'],
    ['image', 'failed'],
    ['image', 'canceled'],
    ['transcription', 'failed'],
    ['image', 'delivered'],
  ),
  cases: 8,
  async decide(world, [route, state]) {
    if (state === 'delivered') return expectFoundOnceDelivered(world, route);
    const account = await world.account();
    const key = account.key;
    const isUnarranged = state !== 'any state' && state !== 'succeeded' && !world.has('upstreams');
    if (isUnarranged) throw new NotArranged('without our endpoints no job ends so');
    const upstream = state === 'failed' ? failing(serverError) : state === 'canceled' ? holding() : undefined;
    const model = await mediaModel(account, route, upstream === undefined ? undefined : [upstream]);
    const { id } = await submitJob(key, model);
    if (state === 'canceled') {
      await untilAsked(account, { id, model });
      await key.cancel(id);
    }
    const lag = await lagOf(key, id);
    // Each observation of the job on its way there is a read that finds it.
    for (let look = 0; look < 30; look += 1) {
      const exchange = await key.job(id);
      expectStatus(world, exchange, 200);
      const job = expectJobAnswer(world, exchange, 'a read of an existing job');
      if (state === 'any state' || isFinalJob(job)) {
        if (lag !== undefined) caution(world, lag);
        return;
      }
      await world.pause(20 + look * 10);
    }
    throw new NotExercised('the job does not become final');
  },
});

/** Ids that nobody has, of the form that the target itself gives. */
const unknown = defineCheck({
  rule: 'job.read.unknown',
  ...every(...unknownIds),
  async decide(world, form) {
    const account = await world.account();
    const model = await account.usableModel();
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    await expectUnknownJob(world, account, form, (id) => account.key.job(id));
  },
});

/** What stands in one segment of a path, so that it still matches the route. */
const malformedIds = [
  'x',
  '0',
  'gen_1',
  'job',
  'null',
  'a'.repeat(300),
  '%20',
  'job_%00',
  '..%2e',
  "job_'or'1",
  'JOB_1',
  '-1',
  '%F0%9F%98%80',
  'job_%E0%A4%A',
];

/** One that can't be decoded may be refused before any route sees it. */
const undecodable = 'job_%E0%A4%A';

const malformed = defineCheck({
  rule: 'job.read.malformed',
  ...every(...malformedIds),
  describe: (id) => `the id ${id}`,
  async decide(world, id) {
    const account = await world.account();
    const model = await account.usableModel();
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    const exchange = await account.key.send({ method: 'GET', path: `/v1/jobs/${id}` });
    if (id === undecodable && exchange.response?.status === 400) return world.stated();
    expectAnyRefusal(world, exchange, ['job_not_found', 'invalid_request']);
  },
});

const reads = 4;

/** Asks for the job, or for one that nobody has. */
async function askFor(key: Key, id: string, which: 'the job' | 'unknown' | 'unknown to cancel'): Promise<Exchange> {
  if (which === 'the job') return (await readJob(key, id)).exchange;
  return which === 'unknown' ? key.job(changedId(id)) : key.cancel(changedId(id));
}

const withoutEffect = defineCheck({
  rule: 'job.read.without-effect',
  ...every<'the job' | 'unknown' | 'unknown to cancel'>('the job', 'unknown', 'unknown to cancel'),
  async decide(world, which) {
    const account = await world.account();
    const model = await mediaModel(account, 'image');
    const { id } = await submitJob(account.key, model);
    await untilFinal(world, account.key, id, 'job.outcome.succeeded');
    // What is charged may be recorded a while after the end of the job.
    const isCharged = ({ charged_usd: usd }: { readonly charged_usd: number }) => usd > 0;
    const charged = world.has('usage') ? (await settledUsage(world, account, isCharged)).charged_usd : 0;
    const callsBefore = model.upstreams[0]?.calls().length;
    const exchanges = [];
    for (let count = 0; count < reads; count += 1) exchanges.push((await askFor(account.key, id, which)).id);
    const calls = model.upstreams[0]?.calls().length;
    const chargedAfter = world.has('usage') ? (await account.usage()).charged_usd : 0;
    expectThat(world, calls === callsBefore && chargedAfter === charged, {
      expected: `calls of the endpoint: ${callsBefore}, and ${charged} USD, however often a job is asked for (${which})`,
      observed: `calls of the endpoint: ${calls}, and ${chargedAfter} USD`,
      exchanges,
    });
  },
});

const otherKey = defineCheck({
  rule: 'job.read.other-key',
  ...every<readonly [MediaRoute, EndState | 'running', ('deleted since' | 'hours later')?]>(
    ['image', 'running'],
    ['transcription', 'succeeded'],
    ['image', 'failed'],
    ['transcription', 'canceled'],
    ['image', 'succeeded', 'deleted since'],
    ['image', 'succeeded', 'hours later'],
  ),
  cases: 6,
  async decide(world, [route, state, since]) {
    const account = await world.account();
    const other = await account.newKey();
    const { id } = await (state === 'running'
      ? holdJob(account, { route })
      : finishedJob(world, account, state, route));
    await readJob(account.key, id);
    // The job is the account's, whatever becomes of the key that submitted it.
    if (since === 'deleted since') await account.deleteKey(account.key);
    if (since === 'hours later') {
      if (!world.has('clock')) throw new NotArranged('the clock can not be moved');
      // Less than a job must be readable after its end (freedom F104).
      await account.advance(20 * 3_600_000);
    }
    const exchange = await other.job(id);
    expectStatus(world, exchange, 200);
    expectJob(world, exchange, "a read by another key of the job's account");
  },
});

const restrictedKey = defineCheck({
  rule: 'job.read.restricted-key',
  ...every<MediaRoute>('image', 'transcription'),
  async decide(world, route) {
    const account = await world.account();
    const { id } = await submitJob(account.key, await mediaModel(account, route));
    const { key } = await account.restrictedKey();
    await readJob(account.key, id);
    const exchange = await key.job(id);
    if (exchange.response?.status === 200) {
      expectJob(world, exchange, 'a read');
      return;
    }
    const finding = {
      expected: 'the Job, or 403 forbidden',
      observed: describeAnswer(exchange),
      exchanges: [exchange.id],
    };
    // That the job can not be seen at all is tolerated (freedom F105).
    if (exchange.response?.status === 404 && codeOf(exchange) === 'job_not_found') caution(world, finding);
    expectRefusal(world, exchange, 'forbidden');
  },
});

const quietMs = 800;

/** The first read of a job whose endpoint has answered, so long after that and after another job has run through. */
async function afterQuiet(world: World, account: Account, route: MediaRoute, waitMs: number): Promise<SubmittedJob> {
  const held = await holdJob(account, { route });
  held.release();
  await held.model.upstreams[0]?.calls()[0]?.ended;
  const marker = await submitJob(account.key, await mediaModel(account, route));
  await untilFinal(world, account.key, marker.id, 'job.outcome.succeeded');
  await world.pause(waitMs);
  return readJob(account.key, held.id);
}

const stateOfWork = defineCheck({
  rule: 'job.read.state-of-work',
  ...every<MediaRoute>('image', 'transcription'),
  async decide(world, route) {
    const account = await world.account();
    let seen = await afterQuiet(world, account, route, quietMs);
    // Who is merely slow shows the end of another job after a longer wait.
    for (const waitMs of [promptMs, patienceMs])
      if (!isFinalJob(seen.job)) seen = await afterQuiet(world, account, route, waitMs);
    expectThat(world, isFinalJob(seen.job), {
      expected: 'a final state, though nobody asked for the job since its endpoint answered',
      observed: String(seen.job.state),
      exchanges: [seen.exchange.id],
    });
  },
});

const contentType = defineCheck({
  rule: 'job.read.content-type',
  ...every<readonly ['job' | 'cancel', MediaRoute, EndState?]>(
    ['job', 'image'],
    ['cancel', 'image'],
    ['job', 'transcription', 'succeeded'],
    ['job', 'image', 'failed'],
    ['cancel', 'transcription'],
  ),
  async decide(world, [verb, route, state]) {
    const account = await world.account();
    const { id } = await (state === undefined
      ? holdJob(account, { route })
      : finishedJob(world, account, state, route));
    const exchange = await account.key[verb](id);
    controlJob(exchange, verb === 'job' ? 'job.read.found' : 'job.cancel.accepted');
    expectThat(world, mediaTypeOf(exchange) === 'application/json', {
      expected: 'Content-Type application/json',
      observed: headerOf(exchange, 'content-type') ?? 'no Content-Type',
      exchanges: [exchange.id],
    });
  },
});

/** Reading jobs (GET /v1/jobs/{id}). */
export default [found, unknown, malformed, withoutEffect, otherKey, restrictedKey, stateOfWork, contentType];
