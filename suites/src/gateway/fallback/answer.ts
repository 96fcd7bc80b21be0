import {
  caution,
  controlServed,
  controlStream,
  defineCheck,
  expectAnswer,
  expectEqualJson,
  expectServed,
  expectThat,
  isObject,
  type JsonObject,
  NotExercised,
  SetupFailed,
} from '@gateproof/harness';
import fc from 'fast-check';
import { conversation } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import {
  askWithFallbacks,
  broken,
  callCounts,
  contentOfReply,
  models,
  namedModel,
  plainFailures,
  said,
  serving,
} from '../../support/fallbacks.ts';

const noList = defineCheck({
  rule: 'fallback.answer.no-list',
  input: fc.record({ fault: fc.constantFrom(...plainFailures), stream: fc.boolean() }),
  cases: 4,
  async decide(world, { fault, stream }) {
    const account = await world.account();
    const [first, ...others] = await models(account, [serving(0, fault), serving(1), serving(2)]);
    const exchange = await account.key.chat({
      model: first?.id,
      messages: [{ role: 'user', content: 'hello' }],
      stream,
    });
    expectAnswer(world, exchange, [429, 503]);
    if (first?.upstreams[0]?.calls().length === 0) throw new SetupFailed('the requested model was not asked');
    const calls = callCounts(others);
    expectThat(
      world,
      calls.every((count) => count === 0),
      {
        expected: 'no other model to be asked without a list',
        observed: `calls of the other models: ${calls.join(', ')}`,
        exchanges: [exchange.id],
      },
    );
  },
});

const listedOnly = defineCheck({
  rule: 'fallback.answer.listed-only',
  ...every(...plainFailures),
  cases: 3,
  async decide(world, fault) {
    const account = await world.account();
    const [first, listed, ...others] = await models(account, [
      serving(0, fault),
      serving(1, fault),
      serving(2),
      serving(3),
    ]);
    const exchange = await account.key.chat({
      model: first?.id,
      models: [listed?.id],
      messages: [{ role: 'user', content: 'hello' }],
    });
    expectAnswer(world, exchange, [429, 503]);
    if (first?.upstreams[0]?.calls().length === 0) throw new SetupFailed('the requested model was not asked');
    const calls = callCounts(others);
    expectThat(
      world,
      calls.every((count) => count === 0),
      {
        expected: 'only the requested model and the listed one to be asked',
        observed: `calls of the models that are not listed: ${calls.join(', ')}`,
        exchanges: [exchange.id],
      },
    );
  },
});

/** The model that the last chunk with a model names: earlier ones may have been sent before it was known who serves. */
function modelOfChunks(chunks: readonly { readonly json: JsonObject }[]): string | undefined {
  return chunks.map(({ json }) => json.model).findLast((model) => typeof model === 'string') as string | undefined;
}

const modelNamed = defineCheck({
  rule: 'fallback.answer.model-named',
  input: fc.record({ failing: fc.integer({ min: 0, max: 3 }), stream: fc.boolean() }),
  examples: [{ failing: 1, stream: true }],
  cases: 6,
  async decide(world, { failing, stream }) {
    const account = await world.account();
    const all = await models(
      account,
      Array.from({ length: 5 }, (_, index) => (index < failing ? broken : serving(index))),
    );
    const exchange = await askWithFallbacks(account.key, all, stream ? { stream } : {});
    if (!stream) controlServed(exchange);
    const named = stream ? modelOfChunks(controlStream(exchange).chunks) : namedModel(exchange);
    if (named === undefined) throw new NotExercised('the reply names no model');
    const served = all[failing]?.id ?? '';
    const finding = {
      expected: `the reply to name ${served}, which gave it`,
      observed: named,
      exchanges: [exchange.id],
    };
    if (named !== served && named.startsWith(served)) return caution(world, finding);
    expectThat(world, named === served, finding);
  },
});

const whole = defineCheck({
  rule: 'fallback.answer.whole',
  input: fc.record({ fault: fc.constantFrom(...plainFailures), failing: fc.integer({ min: 1, max: 3 }) }),
  cases: 4,
  async decide(world, { fault, failing }) {
    const account = await world.account();
    const scripts = Array.from({ length: failing + 1 }, (_, index) =>
      serving(index, index < failing ? fault : undefined),
    );
    const exchange = await askWithFallbacks(account.key, await models(account, scripts));
    expectServed(world, exchange);
    expectEqualJson(world, said(failing).join(''), contentOfReply(exchange), 'the content of the reply', {
      exchanges: [exchange.id],
    });
  },
});

const sameRequest = defineCheck({
  rule: 'fallback.answer.same-request',
  input: fc.record({
    messages: conversation({ awkward: true }),
    max_tokens: fc.integer({ min: 1, max: 99 }),
    temperature: fc.constantFrom(0, 0.5, 1),
  }),
  cases: 4,
  async decide(world, settings) {
    const account = await world.account();
    const all = await models(account, [broken, serving(1)]);
    const exchange = await askWithFallbacks(account.key, all, settings);
    controlServed(exchange);
    const call = await all[1]?.upstreams[0]?.call(1);
    if (!isObject(call?.json)) throw new SetupFailed('the fallback model was asked without a JSON body');
    const { messages, max_tokens, temperature } = call.json;
    expectEqualJson(world, settings, { messages, max_tokens, temperature }, 'what the fallback model was asked', {
      exchanges: [exchange.id],
    });
  },
});

export default [noList, listedOnly, modelNamed, whole, sameRequest];
