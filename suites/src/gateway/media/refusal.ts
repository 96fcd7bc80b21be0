import {
  type Account,
  controlAnswer,
  controlRefusal,
  controlRefused,
  controlThat,
  defineCheck,
  envelopeOf,
  expectThat,
  type Key,
  type Model,
  show,
  type World,
} from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import {
  type MediaRoute,
  mediaRoutes,
  routeFor,
  sendSubmission,
  submitJob,
  untilFinal,
} from '../../support/media-jobs.ts';
import { settledUsage } from '../../support/settled-usage.ts';
import { typeRule } from '../../support/type-rules.ts';

const wrongFields = [
  { field: 'model', value: 7 },
  { field: 'models', value: 'text' },
  { field: 'models', value: ['{model}', 7] },
  { field: 'models', value: ['a/1', 'a/2', 'a/3', 'a/4', 'a/5', 'a/6'] },
  { field: 'retry_of', value: 7 },
  { field: 'provider', value: 'text' },
  { field: 'svc', value: 'text' },
] as const;
const rows = mediaRoutes.flatMap((route) => [
  ...wrongFields.map((wrong) => ({ route, ...wrong })),
  { route, field: 'inputs', value: {} } as const,
]);

/** An unknown model in a list is a defect of its own (freedom F124), so the ids in it are made those of models. */
async function withKnown(account: Account, model: Model, value: unknown): Promise<unknown> {
  if (!Array.isArray(value)) return value;
  const list: unknown[] = [];
  for (const item of value as readonly unknown[]) {
    if (item === '{model}') list.push(model.id);
    else list.push(typeof item === 'string' ? (await mediaModel(account, routeFor(model))).id : item);
  }
  return list;
}

/** Which inputs a model checks is its own business; a refusal of one says which. */
async function namesInput(world: World, key: Key, model: Model): Promise<void> {
  const changes = Object.keys(model.inputs).flatMap((name) => [[name, {}] as const, [name, undefined] as const]);
  for (const [name, value] of changes) {
    const exchange = await sendSubmission(key, model, { [name]: value });
    controlAnswer(exchange);
    world.stated();
    const error = envelopeOf(exchange);
    if (error?.code !== 'invalid_request') continue;
    expectThat(world, String(error.message).includes(name), {
      expected: `a message that names ${name}, the only input that was changed or left out`,
      observed: `the message ${show(error.message)}`,
      exchanges: [exchange.id],
    });
  }
}

const namesWrong = defineCheck({
  rule: 'media.refusal.names-wrong-field',
  ...every(...rows),
  async decide(world, { route, field, value }) {
    const name = field === 'svc' ? serviceNames(world.prefix).requestField : field;
    const account = await world.account();
    const model = await mediaModel(account, route);
    await submitJob(account.key, model);
    if (field === 'inputs') return namesInput(world, account.key, model);
    const exchange = await sendSubmission(account.key, model, { [name]: await withKnown(account, model, value) });
    const codes =
      Array.isArray(value) && value.length > 5
        ? (['invalid_request', 'unsupported_capability'] as const)
        : (['invalid_request'] as const);
    const rule = codes.length > 1 ? limitRule : typeRule('media', field, value);
    const error = controlRefusal(exchange, codes, rule);
    expectThat(world, String(error.message).includes(name), {
      expected: `a message that names ${name}`,
      observed: `the message ${show(error.message)}`,
      exchanges: [exchange.id],
    });
  },
});

const namesMissing = defineCheck({
  rule: 'media.refusal.names-missing-field',
  ...every<MediaRoute>('image', 'transcription'),
  async decide(world, route) {
    const account = await world.account();
    const model = await mediaModel(account, route);
    await submitJob(account.key, model);
    const exchange = await sendSubmission(account.key, model, { model: undefined });
    const error = controlRefusal(exchange, 'invalid_request', 'media.body.model.missing');
    expectThat(world, String(error.message).includes('model'), {
      expected: 'a message that names model',
      observed: `the message ${show(error.message)}`,
      exchanges: [exchange.id],
    });
  },
});

/** The rule that asks for the refusal of six models. */
const limitRule = 'fallback.limit.refused-media';

const refusedExtras = [
  { extra: { models: 'text' }, rule: 'media.body.models.type' },
  { extra: { retry_of: 7 }, rule: 'media.body.retry-of.type' },
  { extra: { provider: 7 }, rule: 'media.body.provider.type' },
  { extra: { models: ['a/1', 'a/2', 'a/3', 'a/4', 'a/5', 'a/6'] }, rule: limitRule },
];

const withoutEffect = defineCheck({
  rule: 'media.refusal.without-effect',
  input: fc.record({
    route: fc.constantFrom<MediaRoute>('image', 'transcription'),
    refusal: fc.constantFrom<(typeof refusedExtras)[number]>(...refusedExtras),
  }),
  examples: mediaRoutes.map((route) => ({
    route,
    refusal: { extra: { provider: 7 }, rule: 'media.body.provider.type' },
  })),
  cases: 6,
  async decide(world, { route, refusal: { extra, rule } }) {
    const account = await world.account();
    const model = await mediaModel(account, route);
    const first = await submitJob(account.key, model);
    await untilFinal(world, account.key, first.id, 'job.outcome.succeeded');
    const refused = await sendSubmission(account.key, model, extra);
    controlRefused(refused, rule);
    // A job that runs through marks a moment at which a call for the refused one would have been seen.
    const { id } = await submitJob(account.key, model);
    await untilFinal(world, account.key, id, 'job.outcome.succeeded');
    const calls = model.upstreams[0]?.calls().length;
    expectThat(world, calls === 2, {
      expected: 'two calls of the endpoint, for the two jobs that were accepted',
      observed: `${calls} calls`,
      exchanges: [refused.id],
    });
  },
});

const uncharged = defineCheck({
  rule: 'media.refusal.uncharged',
  ...every(...refusedExtras.map((refusal, place) => ({ ...refusal, route: mediaRoutes[place % 2] ?? 'image' }))),
  async decide(world, { extra, rule, route }) {
    const account = await world.account();
    const model = await mediaModel(account, route);
    const before = (await account.usage()).charged_usd;
    const refused = await sendSubmission(account.key, model, extra);
    controlRefused(refused, rule);
    const after = (await account.usage()).charged_usd;
    expectThat(world, after === before, {
      expected: `${before} USD charged, as before`,
      observed: `${after} USD`,
      exchanges: [refused.id],
    });
    const { id } = await submitJob(account.key, model);
    await untilFinal(world, account.key, id, 'job.outcome.succeeded');
    const { charged_usd: charged } = await settledUsage(world, account, ({ charged_usd: usd }) => usd > before);
    controlThat(charged > before, 'a job that was accepted was not charged either');
  },
});

/** What a refused submission says, and leaves undone. */
export default [namesWrong, namesMissing, withoutEffect, uncharged];
