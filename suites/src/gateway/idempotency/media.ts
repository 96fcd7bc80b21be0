import {
  caution,
  controlThat,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectEqualJson,
  expectStatus,
  expectThat,
  type Model,
  NotArranged,
  NotExercised,
  SetupFailed,
  type World,
} from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import fc from 'fast-check';
import { momentOf } from '../../support/date-time.ts';
import { every } from '../../support/every.ts';
import { cancelForGood, failing, mediaModel, serverError, untilAsked } from '../../support/held-jobs.ts';
import { isConflict } from '../../support/idempotent-chat.ts';
import {
  controlJob,
  jobOf,
  type MediaRoute,
  readUntilEnd,
  sendSubmission,
  submitJob,
  untilFinal,
  untilState,
} from '../../support/media-jobs.ts';
import { settledUsage } from '../../support/settled-usage.ts';
import { controlFirstResult, controlKeysWork } from '../../support/working-keys.ts';

const times = fc.integer({ min: 1, max: 3 });

function callsOf({ upstreams }: Model): number {
  return upstreams.reduce((sum, upstream) => sum + upstream.calls().length, 0);
}

/** States that a submission which came again was answered with the first job. */
function expectFirstJob(
  world: World,
  first: { readonly id: string; readonly exchange: Exchange },
  again: Exchange,
): void {
  expectThat(world, jobOf(again)?.id === first.id, {
    expected: `the first job, ${first.id}`,
    observed: jobOf(again) === undefined ? describeAnswer(again) : `job ${String(jobOf(again)?.id)}`,
    exchanges: [first.exchange.id, again.id],
  });
}

/** Submits under a fresh key, and again so many times; each answer is the first job. */
function answeredAlike(rule: string, route: MediaRoute) {
  return defineCheck({
    rule,
    input: times,
    cases: 3,
    describe: (count) => `submitted ${count} times again`,
    async decide(world, count) {
      const account = await world.account();
      const model = await mediaModel(account, route);
      const idempotencyKey = world.unique('key');
      const first = await submitJob(account.key, model, {}, { idempotencyKey });
      for (let sent = 0; sent < count; sent += 1)
        expectFirstJob(world, first, await sendSubmission(account.key, model, {}, { idempotencyKey }));
    },
  });
}

const sameIdentity = defineCheck({
  rule: 'idempotency.media.same-identity',
  ...every<MediaRoute>('image', 'transcription'),
  async decide(world, route) {
    const account = await world.account();
    const model = await mediaModel(account, route);
    const idempotencyKey = world.unique('key');
    const first = await submitJob(account.key, model, {}, { idempotencyKey });
    const again = await sendSubmission(account.key, model, {}, { idempotencyKey });
    const job = jobOf(again);
    if (job?.id !== first.id)
      throw new SetupFailed('the submission that came again was not answered with the first job', {
        prerequisite: 'idempotency.media.first-result',
      });
    const identity = ({ generation_id, created_at }: Readonly<Record<string, unknown>>) => ({
      generation_id,
      // Two spellings of one moment are no change.
      created_at: Number.isNaN(momentOf(created_at)) ? created_at : momentOf(created_at),
    });
    expectEqualJson(world, identity(first.job), identity(job), 'what the job keeps', {
      exchanges: [first.exchange.id, again.id],
    });
  },
});

/** A replay under 200 is one that freedom F030 warns about. */
const status = defineCheck({
  rule: 'idempotency.media.status',
  ...every<MediaRoute>('image', 'transcription'),
  async decide(world, route) {
    const account = await world.account();
    const model = await mediaModel(account, route);
    const idempotencyKey = world.unique('key');
    const { exchange: first } = await submitJob(account.key, model, {}, { idempotencyKey });
    const again = await sendSubmission(account.key, model, {}, { idempotencyKey });
    expectStatus(world, again, [200, 202]);
    controlFirstResult(route, first, again);
    if (again.response?.status === 202) return;
    caution(world, { expected: 'status 202, as the first time', observed: 'status 200', exchanges: [again.id] });
  },
});

const ends = [
  ['succeeded', undefined],
  ['failed', serverError],
  ['canceled', { kind: 'hang' }],
] as const;
const ruleOfEnd = { succeeded: 'after-success', failed: 'after-failure', canceled: 'after-cancel' } as const;

const afterEnd = ends.map(([state, fault]) =>
  defineCheck({
    rule: `idempotency.media.${ruleOfEnd[state]}`,
    ...every<MediaRoute | 'zdr' | 'fallback'>(
      'image',
      'transcription',
      ...(state === 'succeeded' ? (['zdr', 'fallback'] as const) : []),
    ),
    async decide(world, what) {
      const isZdr = what === 'zdr';
      if (isZdr && world.fragments.zdr === undefined) throw new NotArranged('zero data retention can not be asked for');
      const route = what === 'transcription' ? what : 'image';
      const account = await world.account();
      const isFallback = what === 'fallback';
      const failure = isFallback ? serverError : fault;
      const model = await mediaModel(account, route, failure === undefined ? undefined : [failing(failure)]);
      const list = isFallback ? { models: [(await mediaModel(account, route)).id] } : {};
      const extra = isZdr ? world.fragments.zdr : list;
      const idempotencyKey = world.unique('key');
      const first = await submitJob(account.key, model, extra, { idempotencyKey });
      if (state === 'canceled') {
        await untilAsked(account, { id: first.id, model });
        await cancelForGood(world, account, { id: first.id, model });
      }
      if (state === 'failed') await readUntilEnd(world, account, first.id);
      // A gateway need not try the model behind the failing one.
      if (isFallback && (await readUntilEnd(world, account, first.id))?.job.state !== state)
        throw new NotExercised('no other model served the job');
      await untilState(world, account.key, first.id, state);
      const calls = callsOf(model);
      // Forgetting a key within seconds after the end is no matter of its lifetime (freedom F035).
      if (world.has('clock')) await account.advance(10_000);
      const again = await sendSubmission(account.key, model, extra, { idempotencyKey });
      // A zdr job may be gone, with what it was answered (freedom F104): then a refusal is right, and another job is not.
      if (!isZdr || jobOf(again) !== undefined) expectFirstJob(world, first, again);
      const marker = await mediaModel(account, route);
      await untilFinal(world, account.key, (await submitJob(account.key, marker)).id, 'job.outcome.succeeded');
      expectThat(world, callsOf(model) === calls, {
        expected: 'no further call of the endpoint',
        observed: `${callsOf(model) - calls} more`,
        exchanges: [first.exchange.id],
      });
    },
  }),
);

const identicalBytes = defineCheck({
  rule: 'idempotency.media.identical-bytes',
  ...every(
    '{"model":MODEL,INPUTS}',
    '{ INPUTS , "model" : MODEL }',
    '{"model":MODEL,INPUTS,"SERVICE":{}}',
    '{"model":MODEL,INPUTS,"provider":{ }}\n',
  ),
  async decide(world, form) {
    const account = await world.account();
    const model = await mediaModel(account, 'image');
    const inputs = JSON.stringify(model.inputs).slice(1, -1);
    const rawBody = form
      .replace('MODEL', () => JSON.stringify(model.id))
      .replace('INPUTS', () => inputs)
      .replace('SERVICE', () => serviceNames(world.prefix).requestField);
    const options = {
      rawBody,
      idempotencyKey: world.unique('key'),
      headers: [['Content-Type', 'application/json']] as const,
    };
    const first = await account.key.image(undefined, options);
    const job = jobOf(first);
    if (job === undefined)
      throw new SetupFailed(`the first submission was not accepted: ${describeAnswer(first)}`, {
        prerequisite: 'media.create.image',
      });
    const again = await account.key.image(undefined, options);
    // One that is run again is not refused: that is for another rule.
    if (jobOf(again) !== undefined) controlFirstResult('image', first, again);
    expectFirstJob(world, { id: String(job.id), exchange: first }, again);
  },
});

const chargedOnce = defineCheck({
  rule: 'idempotency.media.charged-once',
  ...every<MediaRoute>('image', 'transcription'),
  async decide(world, route) {
    const account = await world.account();
    const model = await mediaModel(account, route);
    const idempotencyKey = world.unique('key');
    const first = await submitJob(account.key, model, {}, { idempotencyKey });
    await untilState(world, account.key, first.id, 'succeeded');
    // What is charged may be recorded a while after the end of the job.
    const before = (await settledUsage(world, account, ({ charged_usd: usd }) => usd > 0)).charged_usd;
    controlThat(before > 0, 'a job that succeeded was not charged');
    for (let sent = 0; sent < 3; sent += 1) await sendSubmission(account.key, model, {}, { idempotencyKey });
    const marker = await mediaModel(account, route);
    const free = await submitJob(account.key, marker);
    await untilFinal(world, account.key, free.id, 'job.outcome.succeeded');
    const { generations, charged_usd: after } = await settledUsage(world, account, ({ generations: listed }) =>
      listed.some(({ model: id, charged_usd: usd }) => id === marker.id && usd > 0),
    );
    const ofMarker = generations
      .filter(({ model: id }) => id === marker.id)
      .reduce((sum, { charged_usd: usd }) => sum + usd, 0);
    expectThat(world, Math.abs(after - ofMarker - before) < 1e-6, {
      expected: `${before} USD for the job, however often its submission came again`,
      observed: `${after - ofMarker} USD`,
      exchanges: [first.exchange.id],
    });
  },
});

function jobEach(rule: string, isKeyed: boolean) {
  return defineCheck({
    rule,
    ...every<MediaRoute>('image', 'transcription'),
    async decide(world, route) {
      const account = await world.account();
      const model = await mediaModel(account, route);
      const options = () => (isKeyed ? { idempotencyKey: world.unique('key') } : {});
      const one = await submitJob(account.key, model, {}, options());
      const exchange = await sendSubmission(account.key, model, {}, options());
      const isRefused = isConflict(exchange);
      const { id } = isRefused ? { id: undefined } : controlJob(exchange, `media.create.${route}`);
      expectThat(world, !isRefused && id !== one.id, {
        expected: 'a job each',
        observed: isRefused ? describeAnswer(exchange) : `the job ${one.id} twice`,
        exchanges: [one.exchange.id, exchange.id],
      });
      if (isKeyed) await controlKeysWork(world, account.key, model);
    },
  });
}

/** A retry with the same key and the same body returns the first Job without running again (Endpoints › Idempotency-Key). */
export default [
  answeredAlike('idempotency.media.first-result', 'image'),
  answeredAlike('idempotency.media.transcription-first-result', 'transcription'),
  sameIdentity,
  status,
  ...afterEnd,
  identicalBytes,
  chargedOnce,
  jobEach('idempotency.media.without-key', false),
  jobEach('idempotency.media.other-key', true),
];
