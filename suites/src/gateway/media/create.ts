import {
  type Account,
  caution,
  controlAccepted,
  controlThat,
  defineCheck,
  describeAnswer,
  expectStatus,
  expectThat,
  headerOf,
  mediaTypeOf,
  NotExercised,
  patienceMs,
  SetupFailed,
  script,
  show,
  type World,
} from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import { fragmentOf } from '../../support/fragment-of.ts';
import { callFor, failing, holding, mediaModel, serverError, waitingJob } from '../../support/held-jobs.ts';
import {
  controlJob,
  expectJobAnswer,
  type MediaRoute,
  readUntilEnd,
  sendSubmission,
  submitJob,
  untilState,
} from '../../support/media-jobs.ts';
import { isVersionOf } from '../../support/model-versions.ts';

/** The id of a job that has failed: one that has not need not be retried (freedom F086). */
async function failedJob(world: World, account: Account, route: MediaRoute): Promise<string> {
  const { id } = await submitJob(account.key, await mediaModel(account, route, [failing(serverError)]));
  await readUntilEnd(world, account, id);
  await untilState(world, account.key, id, 'failed');
  return id;
}

/** The same, where jobs can be read and fail: whether they can is for other rules. */
async function ifOneFails(job: Promise<string>): Promise<string> {
  try {
    return await job;
  } catch (thrown) {
    if (thrown instanceof SetupFailed) throw new NotExercised(`no failed job to retry: ${thrown.message}`);
    throw thrown;
  }
}

/** A plain submission, and ones with each of the optional parts that a job may come with. */
const withParts = [
  'plain',
  'key',
  'list',
  'retry',
  'provider',
  'service object',
  'zero data retention',
  'again',
] as const;

const accepted = (['image', 'transcription'] as const).map((route) =>
  defineCheck({
    rule: `media.create.${route}`,
    ...every(...withParts),
    async decide(world, what) {
      const account = await world.account();
      const model = await mediaModel(account, route);
      const parts = {
        plain: async () => ({}),
        key: async () => ({}),
        list: async () => ({ models: [(await mediaModel(account, route)).id] }),
        retry: async () => ({ retry_of: await ifOneFails(failedJob(world, account, route)) }),
        provider: async () => ({ provider: {} }),
        'service object': async () => ({ [serviceNames(world.prefix).requestField]: {} }),
        'zero data retention': async () => fragmentOf(world, 'zdr'),
        // What makes a second job, or none, is for other rules.
        again: async () => {
          await sendSubmission(account.key, model);
          return {};
        },
      };
      const extra: object = await parts[what]();
      const options = what === 'key' ? { idempotencyKey: world.unique('create') } : {};
      const exchange = await sendSubmission(account.key, model, extra, options);
      expectStatus(world, exchange, 202);
      const job = expectJobAnswer(world, exchange, 'a valid submission');
      expectThat(world, job.object === 'job' || 'state' in job, {
        expected: 'a Job',
        observed: describeAnswer(exchange),
        exchanges: [exchange.id],
      });
    },
  }),
);

const alwaysJob = defineCheck({
  rule: 'media.create.always-job',
  input: fc.integer({ min: 1, max: 3 }),
  cases: 3,
  describe: (count) => `${count} submissions`,
  async decide(world, count) {
    const account = await world.account();
    const model = await mediaModel(account, 'image');
    for (let sent = 0; sent < count; sent += 1) {
      const exchange = await sendSubmission(account.key, model);
      if ((exchange.response?.status ?? 0) >= 400) controlAccepted(exchange);
      const job = expectJobAnswer(world, exchange, 'a submission whose endpoint answers at once');
      controlThat(typeof job.state === 'string', 'the Job has no state', 'job.field.state.present');
    }
  },
});

const contentType = defineCheck({
  rule: 'media.create.content-type',
  ...every<MediaRoute>('image', 'transcription'),
  async decide(world, route) {
    const account = await world.account();
    const { exchange } = await submitJob(account.key, await mediaModel(account, route));
    expectThat(world, mediaTypeOf(exchange) === 'application/json', {
      expected: 'Content-Type application/json',
      observed: headerOf(exchange, 'content-type') ?? 'no Content-Type',
      exchanges: [exchange.id],
    });
  },
});

const stored = defineCheck({
  rule: 'media.create.stored',
  ...every<MediaRoute>('image', 'transcription'),
  cases: 3,
  async decide(world, route) {
    const account = await world.account();
    const { id } = await submitJob(account.key, await mediaModel(account, route));
    expectStatus(world, await account.key.job(id), 200);
  },
});

const notWaiting = defineCheck({
  rule: 'media.create.not-waiting',
  ...every<MediaRoute>('image', 'transcription'),
  async decide(world, route) {
    const account = await world.account();
    const model = await mediaModel(account, route, [holding()]);
    const exchange = await sendSubmission(account.key, model, {}, { limitMs: 5_000 });
    // What came in time and is no Job is for another rule.
    if (exchange.response !== undefined) controlJob(exchange, `media.create.${route}`);
    expectThat(world, exchange.response !== undefined, {
      expected: 'an answer with the Job within 5 s, though the endpoint is held',
      observed: describeAnswer(exchange),
      exchanges: [exchange.id],
    });
  },
});

async function firstCall(account: Account, route: MediaRoute, extra: object = {}) {
  const model = await mediaModel(account, route);
  const { exchange, id } = await submitJob(account.key, model, extra);
  return { exchange, call: await callFor(account, { id, model }) };
}

/** What waits is run once the others have ended. */
async function callAfterOthers(account: Account, route: MediaRoute) {
  const { exchange, id, model, before } = await waitingJob(account, route);
  model.upstreams[0]?.script(script());
  model.upstreams[0]?.release();
  return { exchange, call: await callFor(account, { id, model }, before + 1) };
}

const runs = defineCheck({
  rule: 'media.create.runs',
  ...every<readonly [MediaRoute, ('waiting' | 'retry' | 'zero data retention')?]>(
    ['image'],
    ['transcription'],
    ['image', 'waiting'],
    // By its own model, whichever ran the earlier job.
    ['image', 'retry'],
    ['transcription', 'retry'],
    ['image', 'zero data retention'],
    ['transcription', 'zero data retention'],
  ),
  async decide(world, [route, what]) {
    const account = await world.account();
    const extra =
      what === 'retry'
        ? { retry_of: await failedJob(world, account, route) }
        : what === 'zero data retention'
          ? fragmentOf(world, 'zdr')
          : {};
    const { exchange, call } = await (what === 'waiting'
      ? callAfterOthers(account, route)
      : firstCall(account, route, extra));
    const wanted = route === 'image' ? '/images/generations' : '/audio/transcriptions';
    expectThat(world, call !== undefined && call.path.split('?')[0]?.endsWith(wanted) === true, {
      expected: `a call of ${wanted} at the model's endpoint within ${patienceMs / 1_000} s`,
      observed: call === undefined ? 'no call' : call.path,
      exchanges: [exchange.id],
    });
  },
});

const ownId = defineCheck({
  rule: 'media.create.own-id',
  ...every<{ route: MediaRoute; together: boolean }>(
    { route: 'image', together: false },
    { route: 'transcription', together: false },
    { route: 'image', together: true },
    { route: 'transcription', together: true },
  ),
  async decide(world, { route, together }) {
    const account = await world.account();
    const model = await mediaModel(account, route);
    const submissions = [];
    if (together)
      submissions.push(...(await Promise.all(Array.from({ length: 5 }, () => submitJob(account.key, model)))));
    else for (let sent = 0; sent < 3; sent += 1) submissions.push(await submitJob(account.key, model));
    for (const field of ['id', 'generation_id']) {
      const values = submissions.map(({ job }) => job[field]);
      controlThat(
        values.every((value) => typeof value === 'string'),
        `not every Job has the ${field}: ${show(values)}`,
        `job.field.${field.replace('_', '-')}.present`,
      );
      expectThat(world, new Set(values).size === values.length, {
        expected: `a ${field} of its own for each of ${values.length} equal submissions`,
        observed: values.join(', '),
        exchanges: submissions.map(({ exchange }) => exchange.id),
      });
    }
  },
});

const modelEchoed = defineCheck({
  rule: 'media.create.model-echoed',
  ...every<MediaRoute>('image', 'transcription'),
  async decide(world, route) {
    const account = await world.account();
    const model = await mediaModel(account, route);
    const { job, exchange } = await submitJob(account.key, model);
    const reported = String(job.model);
    const finding = { expected: `model ${model.id}`, observed: reported, exchanges: [exchange.id] };
    if (isVersionOf(reported, model.id)) return caution(world, finding);
    expectThat(world, reported === model.id, finding);
  },
});

/** What a submission is answered with, and what it sets going (Endpoints › job creation). */
export default [...accepted, alwaysJob, contentType, stored, notWaiting, runs, ownId, modelEchoed];
