import {
  besideControl,
  controlServed,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectEqualJson,
  expectThat,
  type Fault,
  isObject,
  type JsonObject,
  NotExercised,
  SetupFailed,
  streamOf,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { conversation, hello, helloInJson } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import {
  askWithFallbacks,
  broken,
  callCounts,
  contentOfReply,
  controlWhole,
  models,
  namedModel,
  plainFailures,
  replacedRule,
  said,
  serving,
} from '../../support/fallbacks.ts';
import { forwardedField } from '../../support/forwarded-field.ts';
import { isFilledString } from '../../support/json.ts';
import { expectNamed } from '../../support/named-model.ts';
import { spelledAs } from '../../support/same-meaning.ts';
import { hasNull } from '../../support/texts.ts';

interface WithoutList {
  /** Without a list, with an empty one, or after a request that had a list. */
  readonly how: 'plain' | 'empty' | 'after a list';
  readonly fault: Fault;
  readonly stream: boolean;
}

/** Whatever the requested model fails of, no other is asked without a list. */
const withoutListFaults: readonly Fault[] = [
  ...plainFailures,
  ...[429, 401, 402, 403, 404, 504].map((status): Fault => ({ kind: 'status', status })),
];
const withoutListRows: readonly WithoutList[] = [
  ...(['plain', 'empty', 'after a list'] as const).map(
    (how): WithoutList => ({ how, fault: { kind: 'status', status: 500 }, stream: false }),
  ),
  ...withoutListFaults.slice(1).map((fault): WithoutList => ({ how: 'plain', fault, stream: false })),
  ...withoutListFaults.map((fault): WithoutList => ({ how: 'plain', fault, stream: true })),
];

/** Whether any model, be it one that the case does not know, gave a reply. */
function isAnswered(exchange: Exchange): boolean {
  const content = contentOfReply(exchange);
  return exchange.response?.status === 200 && typeof content === 'string' && content !== '';
}

const noList = defineCheck({
  rule: 'fallback.answer.no-list',
  ...every(...withoutListRows),
  async decide(world, { how, fault, stream }) {
    const account = await world.account();
    const [first, ...others] = await models(account, [serving(0, fault), serving(1), serving(2)]);
    const body = { model: first?.id, messages: hello, stream };
    let before = 0;
    if (how === 'after a list') {
      const listed = await account.key.chat({ ...body, models: others.map(({ id }) => id) });
      // Whether a list is followed at all is for others to judge.
      if (listed.response?.status !== 200) throw new NotExercised('the list did not help');
      before = callCounts(others).reduce((sum, count) => sum + count, 0);
    }
    const exchange = await account.key.chat(how === 'empty' ? { ...body, models: [] } : body);
    // An empty list may be refused (freedom F124), and a model that has failed just before need not be asked at once.
    if (first?.upstreams[0]?.calls().length === 0 && how === 'plain')
      throw new SetupFailed('the requested model was not asked');
    const calls = callCounts(others).reduce((sum, count) => sum + count, 0) - before;
    expectThat(world, calls === 0 && !isAnswered(exchange), {
      expected: 'no other model to be asked without a list, and no reply, because the requested model fails',
      observed: `${calls} calls of the other models, and ${describeAnswer(exchange)}`,
      exchanges: [exchange.id],
    });
  },
});

const listedOnly = defineCheck({
  rule: 'fallback.answer.listed-only',
  ...every(
    ...plainFailures.flatMap((fault, place) =>
      (place === 0 ? [false, true] : [place % 2 === 0]).map((stream) => ({ fault, stream })),
    ),
  ),
  async decide(world, { fault, stream }) {
    const account = await world.account();
    const scripts = [serving(0, fault), serving(1, fault), serving(2), serving(3)];
    const [first, listed, ...others] = await models(account, scripts);
    const exchange = await account.key.chat({ model: first?.id, models: [listed?.id], messages: hello, stream });
    if (first?.upstreams[0]?.calls().length === 0) throw new SetupFailed('the requested model was not asked');
    const calls = callCounts(others);
    expectThat(world, calls.every((times) => times === 0) && !isAnswered(exchange), {
      expected: 'only the requested model and the listed one to be asked, and no reply, because both fail',
      observed: `${calls.join(' and ')} calls of the models that are not listed, and ${describeAnswer(exchange)}`,
      exchanges: [exchange.id],
    });
  },
});

/** The model that the last chunk with a model names: earlier ones may have been sent before it was known who serves. */
function modelOfChunks(chunks: readonly { readonly json: JsonObject }[]): string | undefined {
  return chunks.map(({ json }) => json.model).findLast(isFilledString);
}

const modelNamed = defineCheck({
  rule: 'fallback.answer.model-named',
  ...every(...[0, 1, 2, 3].map((failing) => ({ failing, stream: false })), { failing: 1, stream: true }),
  async decide(world, { failing, stream }) {
    const account = await world.account();
    const all = await models(
      account,
      Array.from({ length: 5 }, (_, index) => (index < failing ? broken : serving(index))),
    );
    const exchange = await askWithFallbacks(account.key, all, stream ? { stream } : {});
    controlServed(exchange, 'fallback.cause.server-error');
    const named = stream ? modelOfChunks(streamOf(exchange).chunks) : namedModel(exchange);
    const allowed = [...new Set([all[0], all[failing]])].flatMap((model) => (model === undefined ? [] : [model.id]));
    await expectNamed(world, account.key, { exchange, named, allowed, others: all.map(({ id }) => id) });
  },
});

const whole = defineCheck({
  rule: 'fallback.answer.whole',
  input: fc.record({
    fault: fc.constantFrom(...plainFailures),
    failing: fc.integer({ min: 1, max: 3 }),
    stream: fc.boolean(),
  }),
  examples: [false, true].map((stream) => ({ fault: { kind: 'status', status: 500 } as const, failing: 1, stream })),
  cases: 5,
  async decide(world, { fault, failing, stream }) {
    const account = await world.account();
    const scripts = Array.from({ length: failing + 1 }, (_, index) =>
      serving(index, index < failing ? fault : undefined),
    );
    const all = await models(account, scripts);
    const exchange = await askWithFallbacks(account.key, all, { stream });
    controlServed(exchange, replacedRule(fault, stream));
    await besideControl(
      () => expectWhole(world, exchange, failing),
      // Asked alone, the same model gives a whole reply.
      async () => controlWhole(await askWithFallbacks(account.key, all.slice(failing), { stream }), failing),
    );
  },
});

function expectWhole(world: World, exchange: Exchange, place: number): void {
  const exchanges = [exchange.id];
  expectEqualJson(world, said(place).join(''), contentOfReply(exchange), 'the content of the reply', { exchanges });
}

const weather = {
  type: 'function',
  function: { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
};

/** Whose failure came before: the requested model's, or that of an endpoint of the same model. */
type After = 'a model' | 'an endpoint';

const talk = [
  { role: 'user', content: 'one' },
  { role: 'assistant', content: 'two' },
  { role: 'user', content: 'three' },
];

const sameRequest = defineCheck({
  rule: 'fallback.answer.same-request',
  input: fc.record({
    after: fc.constantFrom<After>('a model', 'an endpoint'),
    stream: fc.boolean(),
    settings: fc.oneof(
      fc.record({
        messages: conversation({ awkward: true }),
        max_tokens: fc.integer({ min: 1, max: 99 }),
        temperature: fc.constantFrom(0, 0.5, 1),
      }),
      fc.constant<object>({ messages: hello }),
    ),
  }),
  examples: [
    { messages: talk, max_tokens: 7, temperature: 0 },
    { messages: hello, max_completion_tokens: 9 },
    { messages: hello, tools: [weather] },
    { messages: helloInJson, response_format: { type: 'json_object' } },
  ].flatMap((settings: object, place): readonly { after: After; stream: boolean; settings: object }[] => [
    { after: 'a model', stream: false, settings },
    { after: 'a model', stream: true, settings },
    { after: 'an endpoint', stream: place % 2 === 0, settings },
  ]),
  cases: 15,
  async decide(world, { after, stream, settings }) {
    const account = await world.account();
    const all =
      after === 'a model'
        ? await models(account, [broken, serving(1)])
        : [await account.model({ upstreams: [broken, serving(1)] })];
    const exchange = await askWithFallbacks(account.key, all, { ...settings, stream });
    const isRefused = exchange.response?.status !== 200 || streamOf(exchange).errorChunks.length > 0;
    if (after === 'an endpoint' && isRefused) throw new NotExercised('the target tries one endpoint of a model only');
    // What a model has no capability for may be refused, and what a store can't keep.
    const special = 'tools' in settings || 'response_format' in settings || hasNull(settings);
    if (special && isRefused) throw new NotExercised('the request was not served');
    controlServed(exchange, replacedRule({ kind: 'status', status: 502 }, stream));
    const second = after === 'a model' ? all[1]?.upstreams[0] : all[0]?.upstreams[1];
    const call = await second?.call(1);
    if (!isObject(call?.json)) throw new SetupFailed('whoever came next was asked without a JSON body');
    const { json } = call;
    const sent: JsonObject = { ...settings };
    const settingsIn = (body: JsonObject) =>
      Object.fromEntries(Object.keys(sent).map((name) => [name, spelledAs(sent[name], forwardedField(body, name))]));
    // What every endpoint is asked with is for other rules.
    const before = all[0]?.upstreams[0]?.calls()[0]?.json;
    const wanted = isObject(before) ? settingsIn(before) : settings;
    expectEqualJson(world, wanted, settingsIn(json), `what was asked after ${after} that failed`, {
      exchanges: [exchange.id],
    });
  },
});

export default [noList, listedOnly, modelNamed, whole, sameRequest];
