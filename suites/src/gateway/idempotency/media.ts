import {
  type Account,
  caution,
  codeOf,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectEqualJson,
  expectStatus,
  expectThat,
  type Model,
  SetupFailed,
  type World,
} from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import { finishedJob } from '../../support/finished-jobs.ts';
import { failing, holding, mediaModel, serverError, untilAsked } from '../../support/held-jobs.ts';
import {
  jobOf,
  type MediaRoute,
  mediaRoutes,
  sendSubmission,
  submitJob,
  untilFinal,
  untilState,
} from '../../support/media-jobs.ts';

const anyRoute = fc.constantFrom<MediaRoute>('image', 'transcription');
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
  cases: 2,
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
      created_at,
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
  cases: 2,
  async decide(world, route) {
    const account = await world.account();
    const model = await mediaModel(account, route);
    const idempotencyKey = world.unique('key');
    await submitJob(account.key, model, {}, { idempotencyKey });
    const again = await sendSubmission(account.key, model, {}, { idempotencyKey });
    expectStatus(world, again, [200, 202]);
    if (again.response?.status === 202) return;
    caution(world, { expected: 'status 202, as the first time', observed: 'status 200', exchanges: [again.id] });
  },
});

/** What a submission may carry besides its inputs. */
async function extraOf(what: string, world: World, account: Account, route: MediaRoute): Promise<object> {
  switch (what) {
    case 'a list':
      return { models: [(await mediaModel(account, route)).id] };
    case 'retry_of':
      return { retry_of: (await finishedJob(world, account, 'failed', route)).id };
    case 'a service object':
      return { [serviceNames(world.prefix).requestField]: {} };
    case 'provider':
      return { provider: {} };
    default:
      return {};
  }
}

const oneRun = defineCheck({
  rule: 'idempotency.media.one-run',
  input: fc.record({ route: anyRoute, count: times, held: fc.boolean(), with: fc.constant('nothing') }),
  examples: ['a list', 'retry_of', 'a service object', 'provider'].flatMap((what, place) =>
    mediaRoutes.map((route) => ({ route, count: 1, held: place % 2 === 0, with: what })),
  ),
  cases: 12,
  requestsPerCase: 20,
  async decide(world, { route, count, held, with: what }) {
    const account = await world.account();
    const model = await mediaModel(account, route, held ? [holding()] : undefined);
    const idempotencyKey = world.unique('key');
    const extra = await extraOf(what, world, account, route);
    const first = await submitJob(account.key, model, extra, { idempotencyKey });
    await untilAsked(model);
    for (let sent = 0; sent < count; sent += 1) await sendSubmission(account.key, model, extra, { idempotencyKey });
    model.upstreams[0]?.release();
    await untilFinal(world, account.key, first.id, 'job.outcome.succeeded');
    // A job of its own marks a moment at which a second run would have been seen.
    const marker = await mediaModel(account, route);
    await untilFinal(world, account.key, (await submitJob(account.key, marker)).id, 'job.outcome.succeeded');
    expectThat(world, callsOf(model) === 1, {
      expected: `one call of the endpoint for ${count + 1} submissions under one key`,
      observed: `${callsOf(model)} calls`,
      exchanges: [first.exchange.id],
    });
  },
});

/** Overlapping submissions may be refused as in progress, with a warning (freedom F029). */
const simultaneous = defineCheck({
  rule: 'idempotency.media.simultaneous',
  input: fc.record({ route: anyRoute, count: fc.integer({ min: 2, max: 10 }), keys: fc.boolean() }),
  cases: 8,
  requestsPerCase: 20,
  async decide(world, { route, count }) {
    const account = await world.account();
    const model = await mediaModel(account, route);
    const idempotencyKey = world.unique('key');
    const exchanges = await Promise.all(
      Array.from({ length: count }, () => sendSubmission(account.key, model, {}, { idempotencyKey })),
    );
    const jobs = exchanges.map(jobOf).filter((job) => job !== undefined);
    const ids = exchanges.map(({ id }) => id);
    const refused = exchanges.filter((exchange) => jobOf(exchange) === undefined);
    if (jobs.length === 0)
      throw new SetupFailed(`none of ${count} simultaneous submissions was accepted`, {
        prerequisite: `media.create.${route}`,
      });
    const odd = refused.find(
      (exchange) => exchange.response?.status !== 409 || codeOf(exchange) !== 'idempotency_conflict',
    );
    expectThat(world, odd === undefined, {
      expected: 'the one job (or at most 409 idempotency_conflict) for each of the simultaneous submissions',
      observed: odd === undefined ? '' : describeAnswer(odd),
      exchanges: ids,
    });
    expectThat(world, new Set(jobs.map(({ id }) => id)).size === 1, {
      expected: `one job for ${count} simultaneous submissions under one key`,
      observed: `jobs ${[...new Set(jobs.map(({ id }) => id))].join(', ')}`,
      exchanges: ids,
    });
    const [id] = jobs.map((job) => String(job.id));
    if (id !== undefined) await untilFinal(world, account.key, id, 'job.outcome.succeeded');
    expectThat(world, callsOf(model) === 1, {
      expected: 'one call of the endpoint',
      observed: `${callsOf(model)} calls`,
      exchanges: ids,
    });
    if (refused.length > 0) {
      caution(world, {
        expected: 'the first job for submissions that overlap',
        observed: `${refused.length} of ${count} refused with 409`,
        exchanges: ids,
      });
    }
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
    ...every<MediaRoute>('image', 'transcription'),
    cases: 2,
    requestsPerCase: 20,
    async decide(world, route) {
      const account = await world.account();
      const model = await mediaModel(account, route, fault === undefined ? undefined : [failing(fault)]);
      const idempotencyKey = world.unique('key');
      const first = await submitJob(account.key, model, {}, { idempotencyKey });
      if (state === 'canceled') {
        await untilAsked(model);
        await account.key.cancel(first.id);
      }
      await untilState(world, account.key, first.id, state);
      const calls = callsOf(model);
      expectFirstJob(world, first, await sendSubmission(account.key, model, {}, { idempotencyKey }));
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
    '{"model":MODEL,INPUTS,"svc":{}}',
    '{"model":MODEL,INPUTS,"provider":{ }}\n',
  ),
  cases: 4,
  async decide(world, form) {
    const account = await world.account();
    const model = await mediaModel(account, 'image');
    const inputs = JSON.stringify(model.inputs).slice(1, -1);
    const rawBody = form.replace('MODEL', JSON.stringify(model.id)).replace('INPUTS', () => inputs);
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
    expectFirstJob(world, { id: String(job.id), exchange: first }, await account.key.image(undefined, options));
  },
});

const chargedOnce = defineCheck({
  rule: 'idempotency.media.charged-once',
  ...every<MediaRoute>('image', 'transcription'),
  cases: 2,
  requestsPerCase: 20,
  async decide(world, route) {
    const account = await world.account();
    const model = await mediaModel(account, route);
    const idempotencyKey = world.unique('key');
    const first = await submitJob(account.key, model, {}, { idempotencyKey });
    await untilState(world, account.key, first.id, 'succeeded');
    const before = (await account.usage()).charged_usd;
    for (let sent = 0; sent < 3; sent += 1) await sendSubmission(account.key, model, {}, { idempotencyKey });
    const marker = await mediaModel(account, route);
    const free = await submitJob(account.key, marker);
    await untilFinal(world, account.key, free.id, 'job.outcome.succeeded');
    const { generations, charged_usd: after } = await account.usage();
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

function jobEach(rule: string, keyOf: (world: World) => { readonly idempotencyKey?: string }) {
  return defineCheck({
    rule,
    ...every<MediaRoute>('image', 'transcription'),
    cases: 2,
    async decide(world, route) {
      const account = await world.account();
      const model = await mediaModel(account, route);
      const one = await submitJob(account.key, model, {}, keyOf(world));
      const other = await submitJob(account.key, model, {}, keyOf(world));
      expectThat(world, one.id !== other.id, {
        expected: 'a job each',
        observed: `the job ${one.id} twice`,
        exchanges: [one.exchange.id, other.exchange.id],
      });
    },
  });
}

/** A retry with the same key and the same body returns the first Job without running again (Endpoints › Idempotency-Key). */
export default [
  answeredAlike('idempotency.media.first-result', 'image'),
  answeredAlike('idempotency.media.transcription-first-result', 'transcription'),
  sameIdentity,
  status,
  oneRun,
  simultaneous,
  ...afterEnd,
  identicalBytes,
  chargedOnce,
  jobEach('idempotency.media.without-key', () => ({})),
  jobEach('idempotency.media.other-key', (world) => ({ idempotencyKey: world.unique('key') })),
];
