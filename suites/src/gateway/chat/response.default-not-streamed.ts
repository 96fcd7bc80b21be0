import { defineCheck, expectServed, expectThat, mediaTypeOf } from '@gateproof/harness';
import { conversation } from '../../support/chat-bodies.ts';

export default defineCheck({
  rule: 'chat.response.default-not-streamed',
  input: conversation(),
  cases: 2,
  async decide(world, messages) {
    const account = await world.account();
    const model = await account.usableModel();
    const exchange = await account.key.chat({ model: model.id, messages });
    expectServed(world, exchange);
    expectThat(world, mediaTypeOf(exchange) !== 'text/event-stream', {
      expected: 'a request that leaves stream out to be answered with one JSON body',
      observed: 'server-sent events',
      exchanges: [exchange.id],
    });
  },
});
