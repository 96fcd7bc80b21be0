import {
  besideControl,
  controlServed,
  controlThat,
  defineCheck,
  type Exchange,
  expectEqualJson,
  expectThat,
  NotExercised,
} from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import {
  askWithFallbacks,
  contentOfReply,
  controlWhole,
  models,
  namedModel,
  plainFailures,
  said,
  serving,
} from '../../support/fallbacks.ts';
import { expectNamed } from '../../support/named-model.ts';

const failing = fc.record({ count: fc.integer({ min: 1, max: 3 }), fault: fc.constantFrom(...plainFailures) });

/** An error after which the same request may be sent again: one of the gateway's or of its endpoints. */
function isRetryable(exchange: Exchange): boolean {
  const status = exchange.response?.status ?? 0;
  return status >= 500 || status === 429;
}

const othersTried = defineCheck({
  rule: 'fallback.endpoint.others-tried',
  input: failing,
  examples: [{ count: 3, fault: { kind: 'status', status: 500 } }],
  cases: 4,
  async decide(world, { count, fault }) {
    const account = await world.account();
    const model = await account.model({
      upstreams: Array.from({ length: count + 1 }, (_, index) => serving(index, fault)),
    });
    const exchange = await account.key.chat({ model: model.id, messages: hello });
    if (!isRetryable(exchange)) throw new NotExercised('no retryable error was returned');
    const calls = model.upstreams.map((upstream) => upstream.calls().length);
    controlThat(
      calls.some((times) => times > 0),
      'no endpoint of the model was asked',
      'chat.response.json',
    );
    // Trying no other endpoint is a freedom (F128).
    if (calls.filter((times) => times > 0).length === 1)
      throw new NotExercised('the target tries one endpoint of a model only');
    expectThat(
      world,
      calls.every((times) => times > 0),
      {
        expected: 'every endpoint of the model to be asked before a retryable error is returned',
        observed: `calls per endpoint: ${calls.join(', ')}`,
        exchanges: [exchange.id],
      },
    );
  },
});

const wholeAnswer = defineCheck({
  rule: 'fallback.endpoint.whole-answer',
  input: failing,
  cases: 4,
  async decide(world, { count, fault }) {
    const account = await world.account();
    const upstreams = Array.from({ length: count + 1 }, (_, index) =>
      serving(index, index < count ? fault : undefined),
    );
    const model = await account.model({ upstreams });
    const exchange = await account.key.chat({ model: model.id, messages: hello });
    if (exchange.response?.status !== 200) throw new NotExercised('the target tries one endpoint of a model only');
    const content = contentOfReply(exchange);
    await besideControl(
      () =>
        expectEqualJson(world, said(count).join(''), content, 'the content of the reply', { exchanges: [exchange.id] }),
      async () => controlWhole(await askWithFallbacks(account.key, await models(account, [serving(0)])), 0),
    );
  },
});

const sameModel = defineCheck({
  rule: 'fallback.endpoint.same-model',
  input: failing,
  cases: 3,
  async decide(world, { count, fault }) {
    const account = await world.account();
    const upstreams = Array.from({ length: count + 1 }, (_, index) =>
      serving(index, index < count ? fault : undefined),
    );
    const model = await account.model({ upstreams });
    const exchange = await account.key.chat({ model: model.id, messages: hello });
    if (exchange.response?.status !== 200) throw new NotExercised('the target tries one endpoint of a model only');
    controlServed(exchange);
    await expectNamed(world, account.key, { exchange, named: namedModel(exchange), allowed: [model.id] });
  },
});

export default [othersTried, wholeAnswer, sameModel];
