import {
  type Account,
  besideControl,
  caution,
  controlServed,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectAnyRefusal,
  expectStatus,
  expectThat,
  jobPath,
  NotArranged,
  NotExercised,
  SetupFailed,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { finishedJob } from '../../support/finished-jobs.ts';
import { fragmentOf } from '../../support/fragment-of.ts';
import {
  callFor,
  cancelTogether,
  failing,
  holding,
  holdJob,
  letCancelEnd,
  mediaModel,
  serverError,
  untilAsked,
  waitingJob,
} from '../../support/held-jobs.ts';
import {
  controlJob,
  expectJobAnswer,
  isFinalJob,
  jobOf,
  type MediaRoute,
  readJob,
  readUntil,
  readUntilEnd,
  submitJob,
} from '../../support/media-jobs.ts';
import { expectUnknownJob, unknownIds } from '../../support/unknown-jobs.ts';

const anyRoute = fc.constantFrom<MediaRoute>('image', 'transcription');

const accepted = defineCheck({
  rule: 'job.cancel.accepted',
  ...every<readonly [MediaRoute, boolean, ('waiting' | 'zdr' | 'of a deleted key' | 'at its fallback')?]>(
    ['image', false],
    ['transcription', false],
    ['image', true],
    ['image', false, 'waiting'],
    ['image', false, 'zdr'],
    ['image', false, 'of a deleted key'],
    ['image', false, 'at its fallback'],
  ),
  cases: 7,
  async decide(world, [route, byOtherKey, what]) {
    const account = await world.account();
    if (what === 'of a deleted key') return cancelOfDeleted(world, account, route);
    if (what === 'at its fallback') return cancelAtFallback(world, account, route);
    const extra = what === 'zdr' ? fragmentOf(world, 'zdr') : {};
    const { id } = await (what === 'waiting' ? waitingJob(account, route) : holdJob(account, { route, extra }));
    const key = byOtherKey ? await account.newKey() : account.key;
    expectAccepted(world, await key.cancel(id), id);
  },
});

function expectAccepted(world: World, exchange: Exchange, id: string): void {
  expectStatus(world, exchange, [200, 202]);
  const job = expectJobAnswer(world, exchange, 'an accepted cancel');
  expectThat(world, job.id === id && typeof job.state === 'string', {
    expected: `the job ${id} as it stands`,
    observed: `${String(job.id)}, ${String(job.state)}`,
    exchanges: [exchange.id],
  });
}

/** The job is the account's, whatever becomes of the key that submitted it. */
async function cancelOfDeleted(world: World, account: Account, route: MediaRoute): Promise<void> {
  if (!world.has('keys')) throw new NotArranged('no further key can be made');
  const key = await account.newKey();
  const { id } = await holdJob(account, { route, key });
  await account.deleteKey(key);
  if (isFinalJob((await readJob(account.key, id)).job)) throw new NotExercised('the job ended with its key');
  expectAccepted(world, await account.key.cancel(id), id);
}

/** The job is no less in processing when another model has taken it over. */
async function cancelAtFallback(world: World, account: Account, route: MediaRoute): Promise<void> {
  const first = await mediaModel(account, route, [failing(serverError)]);
  const fallback = await mediaModel(account, route, [holding()]);
  const { id } = await submitJob(account.key, first, { models: [fallback.id] });
  if ((await callFor(account, { id, model: fallback })) === undefined)
    throw new NotExercised('no fallback model was asked');
  expectAccepted(world, await account.key.cancel(id), id);
}

const stateShown = defineCheck({
  rule: 'job.cancel.state-shown',
  ...every<MediaRoute>('image', 'transcription'),
  cases: 3,
  async decide(world, route) {
    const account = await world.account();
    const { id } = await holdJob(account, { route });
    const exchange = await account.key.cancel(id);
    const job = jobOf(exchange);
    if (job === undefined)
      throw new SetupFailed('the cancel was not accepted with a Job', { prerequisite: 'job.cancel.accepted' });
    expectThat(world, ['queued', 'processing', 'canceled'].includes(String(job.state)), {
      expected: 'queued, processing or canceled, the endpoint being held',
      observed: String(job.state),
      exchanges: [exchange.id],
    });
  },
});

/** The endpoint answers before, at the same time as, or after the cancel. */
const staysCanceled = defineCheck({
  rule: 'job.cancel.stays-canceled',
  input: fc.record({ route: anyRoute, order: fc.constantFrom('after', 'together', 'before'), fails: fc.boolean() }),
  // Quick work may win against a cancel, but not work that is held.
  examples: [
    { route: 'image' as const, order: 'after', fails: false },
    { route: 'transcription' as const, order: 'after', fails: true },
    { route: 'image' as const, order: 'together', fails: false },
  ],
  cases: 8,
  async decide(world, { route, order, fails }) {
    const account = await world.account();
    const held = await holdJob(account, {
      route,
      ...(fails ? { faults: [{ kind: 'status', status: 500 }] as const } : {}),
    });
    if (order === 'before') held.release();
    const cancelling = account.key.cancel(held.id);
    if (order === 'together') held.release();
    const exchange = await cancelling;
    if (order === 'after') held.release();
    const shown = jobOf(exchange);
    await held.model.upstreams[0]?.calls()[0]?.ended;
    const seen = await (fails
      ? readUntilEnd(world, account, held.id)
      : readUntil(world, account.key, held.id, isFinalJob));
    const marker = await finishedJob(world, account, 'succeeded');
    const last = await readJob(account.key, held.id);
    const exchanges = [exchange.id, last.exchange.id];
    const wasCanceled = shown?.state === 'canceled' || seen?.job.state === 'canceled';
    if (wasCanceled) {
      expectThat(world, last.job.state === 'canceled', {
        expected: 'canceled, as it was shown before',
        observed: String(last.job.state),
        exchanges,
      });
      return;
    }
    if (order !== 'after') throw new NotExercised(`the work was quicker than the cancel (${marker.id} ran after it)`);
    if (shown === undefined)
      throw new SetupFailed('the cancel was not accepted with a Job', { prerequisite: 'job.cancel.accepted' });
    // Work that wins against an accepted cancel is tolerated where canceled was never shown (freedom F014).
    caution(world, { expected: 'canceled after an accepted cancel', observed: String(last.job.state), exchanges });
  },
});

const noBody = defineCheck({
  rule: 'job.cancel.no-body',
  ...every<MediaRoute>('image', 'transcription'),
  async decide(world, route) {
    const account = await world.account();
    const { id } = await holdJob(account, { route });
    const exchange = await account.key.send({ method: 'POST', path: `${jobPath(id)}/cancel` });
    await besideControl(
      () => expectStatus(world, exchange, [200, 202]),
      async () => controlJob(await account.key.cancel((await holdJob(account, { route })).id), 'job.cancel.accepted'),
    );
  },
});

const again = defineCheck({
  rule: 'job.cancel.again',
  ...every<readonly [MediaRoute, 'together'?]>(['image'], ['transcription'], ['image', 'together']),
  async decide(world, [route, together]) {
    const account = await world.account();
    const { id } = await holdJob(account, { route });
    if (together !== undefined) {
      for (const exchange of await cancelTogether(account.key, id)) expectJobOr409(world, exchange);
      return;
    }
    if (jobOf(await account.key.cancel(id)) === undefined) {
      throw new SetupFailed('the first cancel was not accepted with a Job', { prerequisite: 'job.cancel.accepted' });
    }
    expectJobOr409(world, await account.key.cancel(id));
  },
});

function expectJobOr409(world: World, exchange: Exchange): void {
  const status = exchange.response?.status;
  const job = jobOf(exchange);
  expectThat(world, status === 409 || (job !== undefined && (status === 200 || status === 202)), {
    expected: '409, or the Job',
    observed: describeAnswer(exchange),
    exchanges: [exchange.id],
  });
}

/** States that a job that nobody canceled succeeds, beside one of an account in which nobody cancels anything. */
async function expectGoesOn(world: World, { key }: Account, id: string, route: MediaRoute): Promise<void> {
  const seen = await readUntil(world, key, id, isFinalJob);
  await besideControl(
    () =>
      expectThat(world, seen?.job.state === 'succeeded', {
        expected: 'another job of the account to go on and succeed',
        observed: seen === undefined ? 'it does not become final' : String(seen.job.state),
        ...(seen === undefined ? {} : { exchanges: [seen.exchange.id] }),
      }),
    async () => finishedJob(world, await world.account(), 'succeeded', route),
  );
}

/** More jobs than most gateways work at side by side: a canceled one must not keep its place. */
const manyJobs = 17;

async function expectRunsAfterMany(world: World, account: Account, route: MediaRoute): Promise<void> {
  const model = await mediaModel(account, route, [holding()]);
  for (let count = 1; count <= manyJobs; count += 1) {
    const job = await submitJob(account.key, model);
    const wasAsked = (await model.upstreams[0]?.call(count, 1_000)) !== undefined;
    await account.key.cancel(job.id);
    await letCancelEnd(world, account, { ...job, model });
    if (!wasAsked) break;
  }
  const other = await submitJob(account.key, await mediaModel(account, route));
  await expectGoesOn(world, account, other.id, route);
}

const onlyTheOne = defineCheck({
  rule: 'job.cancel.only-the-one',
  ...every<readonly [MediaRoute, 'own model' | 'same model' | 'after many']>(
    ['image', 'own model'],
    ['image', 'after many'],
    ['transcription', 'own model'],
    ['image', 'same model'],
  ),
  async decide(world, [route, which]) {
    const account = await world.account();
    if (which === 'after many') return expectRunsAfterMany(world, account, route);
    const one = await holdJob(account, { route });
    const model = which === 'own model' ? await mediaModel(account, route, [holding()]) : one.model;
    const calls = which === 'own model' ? 1 : 2;
    const other = await submitJob(account.key, model);
    // It may be queued until the one before it has ended (freedom F013).
    await model.upstreams[0]?.call(calls, 1_000);
    await account.key.cancel(one.id);
    await letCancelEnd(world, account, one);
    await untilAsked(account, { id: other.id, model }, calls);
    model.upstreams[0]?.release();
    await expectGoesOn(world, account, other.id, route);
  },
});

const unknown = defineCheck({
  rule: 'job.cancel.unknown',
  ...every(...unknownIds),
  async decide(world, form) {
    const account = await world.account();
    const model = await account.usableModel();
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    await expectUnknownJob(world, account, form, (id) => account.key.cancel(id));
  },
});

const malformedIds = ['x', '0', 'gen_1', 'null', 'a'.repeat(300), '%20', 'job_%00', "job_'or'1", '%F0%9F%98%80'];

const malformed = defineCheck({
  rule: 'job.cancel.malformed',
  ...every(...malformedIds),
  describe: (id) => `the id ${id}`,
  async decide(world, id) {
    const account = await world.account();
    const model = await account.usableModel();
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    const exchange = await account.key.send({ method: 'POST', path: `/v1/jobs/${id}/cancel` });
    expectAnyRefusal(world, exchange, ['job_not_found', 'invalid_request']);
  },
});

/** Cancelling jobs (POST /v1/jobs/{id}/cancel). */
export default [accepted, stateShown, staysCanceled, noBody, again, onlyTheOne, unknown, malformed];
