import {
  type Account,
  controlRefused,
  controlServed,
  controlThat,
  defineCheck,
  type Exchange,
  expectThat,
  type Model,
  NotArranged,
  NotExercised,
  type World,
} from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { chatWithField } from '../../support/chat-with.ts';
import { every } from '../../support/every.ts';
import { expectNaming } from '../../support/expect-naming.ts';
import { fieldWords, inFields } from '../../support/field-words.ts';
import { settledUsage } from '../../support/settled-usage.ts';
import { typeRule } from '../../support/type-rules.ts';
import { controlRefusedAs, expectNoUpstreamCall } from '../../support/without-effect.ts';

const namesMissingField = defineCheck({
  rule: 'chat.refusal.names-missing-field',
  ...every(
    { field: 'model', stream: false },
    { field: 'messages', stream: false },
    { field: 'model', stream: true },
    { field: 'messages', stream: true },
  ),
  describe: ({ field, stream }) => `${field} left out${stream ? ', in a stream' : ''}`,
  async decide(world, { field, stream }) {
    const exchange = await chatWithField(world, field, undefined, stream);
    expectNaming(world, exchange, field, `chat.body.${field}.missing`);
  },
});

interface Wrong {
  readonly field: string;
  readonly value: unknown;
  readonly stream: boolean;
}

/** Some of them in streams; `svc` stands for the service's own field. */
const wrong = (
  [
    ['messages', 7],
    ['models', {}],
    ['stream', []],
    ['max_tokens', {}],
    ['max_completion_tokens', []],
    ['temperature', {}],
    ['tools', 7],
    ['response_format', 7],
    ['provider', 7],
    ['svc', 7],
    ['models', ['{model}', 7]],
    ['model', 7],
  ] as const
).map(([field, value], place): Wrong => ({ field, value, stream: field !== 'stream' && place % 3 === 2 }));

const namesWrongField = defineCheck({
  rule: 'chat.refusal.names-wrong-field',
  ...every<Wrong>(...wrong),
  describe: ({ field, value, stream }) => fieldWords([field, value]) + (stream ? ', in a stream' : ''),
  async decide(world, { field, value, stream }) {
    const name = field === 'svc' ? serviceNames(world.prefix).requestField : field;
    const exchange = await chatWithField(world, name, value, stream);
    expectNaming(world, exchange, name, typeRule('chat', field, value));
  },
});

/** Sums of prices in binary fractions are compared with a thousandth of a cent to spare. */
const tolerance = 1e-5;

const chat = ({ key }: Account, model: Model, defect: object = {}) =>
  key.chat({ model: model.id, messages: hello, ...defect });

/** Refusals before any endpoint was tried; `NotExercised` where a target can't be brought to one. */
const refusals = {
  'an invalid body': (_world: World, account: Account, model: Model) => chat(account, model, { messages: 'text' }),
  'an invalid field of a stream': (_world: World, account: Account, model: Model) =>
    chat(account, model, { stream: true, max_tokens: {} }),
  'an unknown model': (_world: World, account: Account, model: Model) =>
    chat(account, model, { model: 'gateproof/no-such-model' }),
  'a forbidden model': async (world: World, account: Account, model: Model): Promise<Exchange> => {
    if (!world.has('keys') || !world.has('models')) throw new NotArranged('no key can be made with a model set');
    const other = await account.model();
    const key = await account.newKey({ models: [other.id] });
    return key.chat({ model: model.id, messages: hello });
  },
  'a deleted key': async (world: World, account: Account, model: Model): Promise<Exchange> => {
    if (!world.has('keys')) throw new NotArranged('no keys can be made');
    return (await account.deletedKey()).chat({ model: model.id, messages: hello });
  },
  'an unsupported feature': (world: World, account: Account, model: Model) => {
    if (world.fragments.unsupported_feature === undefined) throw new NotArranged('no such feature is known');
    return chat(account, model, world.fragments.unsupported_feature);
  },
  'a rate limit': async (world: World, account: Account, model: Model): Promise<Exchange> => {
    if (!world.has('rate-limit')) throw new NotArranged('no rate limit can be set');
    await account.setRateLimit({ requests: 1, windowMs: 60_000 });
    // What came before the limit may count, and its window may turn.
    let exchange = await chat(account, model);
    for (let sent = 1; sent < 4 && exchange.response?.status === 200; sent += 1) exchange = await chat(account, model);
    await account.setRateLimit(null);
    return exchange;
  },
};
const names = Object.keys(refusals) as (keyof typeof refusals)[];

/** The rules that say that such requests are refused. */
const refusedBy: Readonly<Record<keyof typeof refusals, string>> = {
  'an invalid body': 'chat.body.messages.type',
  'an invalid field of a stream': 'chat.body.max-tokens.type',
  'an unknown model': 'chat.model.unknown',
  'a forbidden model': 'auth.model.chat',
  'a deleted key': 'auth.key.deleted',
  'an unsupported feature': 'chat.feature.unsupported',
  'a rate limit': 'limit.rate.refused-chat',
};

const uncharged = defineCheck({
  rule: 'chat.refusal.uncharged',
  ...every(...names),
  async decide(world, name) {
    const account = await world.account();
    const model = world.has('models') ? await account.model({ priceUsd: 1 }) : await account.usableModel();
    controlServed(await chat(account, model));
    const before = await settledUsage(world, account, (seen) => seen.charged_usd > 0);
    if (before.charged_usd === 0 && !world.has('models')) throw new NotArranged('no model that has a price is known');
    controlThat(before.charged_usd > 0, 'a request that was served was not charged', 'chat.served.charged-once');
    const refused = await refusals[name](world, account, model);
    // Some gateways ignore features that they do not offer (freedom F063), or go on with a deleted key for a while (F019).
    if ((name === 'an unsupported feature' || name === 'a deleted key') && refused.response?.status === 200)
      throw new NotExercised('it was served');
    controlRefused(refused, refusedBy[name]);
    // What is recorded of a request that is served afterwards marks a moment at which a charge for the refusal would have been seen.
    controlServed(await chat(account, model));
    const wanted = before.charged_usd * served(world);
    const after = await settledUsage(world, account, (seen) => seen.charged_usd > wanted - tolerance);
    expectThat(world, Math.abs(after.charged_usd - wanted) < tolerance, {
      expected: `charges of ${wanted} USD after a refusal`,
      observed: `${after.charged_usd} USD`,
      exchanges: [refused.id],
    });
  },
});

/** How many chat requests of the case were served. */
function served(world: World): number {
  return world
    .exchanges()
    .filter(
      ({ side, request, response }) => side === 'request' && request.method === 'POST' && response?.status === 200,
    ).length;
}

/** Bodies that are refused, and the rules that say so. */
const defects: readonly { readonly body: object; readonly rule: string }[] = [
  { body: { messages: 'text' }, rule: 'chat.body.messages.type' },
  { body: { max_tokens: {} }, rule: 'chat.body.max-tokens.type' },
  { body: { stream: 7 }, rule: 'chat.body.stream.type' },
  { body: { models: ['a/1', 'a/2', 'a/3', 'a/4', 'a/5', 'a/6'] }, rule: 'fallback.limit.refused-chat' },
  { body: { tools: 'x' }, rule: 'chat.body.tools.type' },
  { body: { stream: true, messages: 'text' }, rule: 'chat.body.messages.type' },
  { body: { stream: true, temperature: [] }, rule: 'chat.body.temperature.type' },
];

const withoutEffect = defineCheck({
  rule: 'chat.refusal.without-effect',
  input: fc.shuffledSubarray([...defects], { minLength: 2 }),
  describe: (chosen) => chosen.map(({ body }) => inFields(body)).join('; '),
  examples: [[...defects]],
  cases: 2,
  async decide(world, chosen) {
    const account = await world.account();
    const model = await account.model();
    const refused = [];
    const sent = world.claims('fallback') ? chosen : chosen.filter(({ body }) => !('models' in body));
    // Known ones: a gateway may refuse an unknown one before it counts (freedom F124).
    const others = await Promise.all(Array.from({ length: 6 }, () => account.model()));
    const models = others.map(({ id }) => id);
    for (const { body, rule } of sent) {
      const fields = 'models' in body ? { models } : body;
      const exchange = await account.key.chat({ model: model.id, messages: hello, ...fields });
      controlRefusedAs(exchange, { status: 400, rule });
      refused.push(exchange);
    }
    await expectNoUpstreamCall(world, { key: account.key, model }, refused);
  },
});

export default [namesMissingField, namesWrongField, uncharged, withoutEffect];
