import {
  caution,
  controlServed,
  defineCheck,
  expectAnswer,
  expectEqualJson,
  expectThat,
  NotExercised,
} from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { contentOfReply, namedModel, plainFailures, said, serving } from '../../support/fallbacks.ts';

const failing = fc.record({ count: fc.integer({ min: 1, max: 3 }), fault: fc.constantFrom(...plainFailures) });

const othersTried = defineCheck({
  rule: 'fallback.endpoint.others-tried',
  input: failing,
  cases: 3,
  async decide(world, { count, fault }) {
    const account = await world.account();
    const model = await account.model({
      upstreams: Array.from({ length: count + 1 }, (_, index) => serving(index, fault)),
    });
    const exchange = await account.key.chat({ model: model.id, messages: hello });
    expectAnswer(world, exchange, [429, 503]);
    const calls = model.upstreams.map((upstream) => upstream.calls().length);
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
    expectEqualJson(world, said(count).join(''), content, 'the content of the reply', { exchanges: [exchange.id] });
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
    const named = namedModel(exchange);
    if (named === undefined) throw new NotExercised('the reply names no model');
    const finding = { expected: `the reply to name ${model.id}`, observed: named, exchanges: [exchange.id] };
    if (named !== model.id && named.startsWith(model.id)) return caution(world, finding);
    expectThat(world, named === model.id, finding);
  },
});

export default [othersTried, wholeAnswer, sameModel];
