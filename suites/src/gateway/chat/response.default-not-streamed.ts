import { defineCheck, expectServedBeside, expectThat, mediaTypeOf } from '@gateproof/harness';
import { hello, type Message } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';

const longer: readonly Message[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Count to three.' },
  { role: 'assistant', content: 'One, two.' },
  { role: 'user', content: 'And?' },
];

/** Requests that say nothing of streaming, small and large. */
export default defineCheck({
  rule: 'chat.response.default-not-streamed',
  ...every<object>({ messages: hello }, { messages: longer }, { messages: hello, max_tokens: 16, temperature: 0 }),
  async decide(world, body) {
    const account = await world.account();
    const model = await account.usableModel();
    const exchange = await account.key.chat({ model: model.id, ...body });
    expectThat(world, mediaTypeOf(exchange) !== 'text/event-stream', {
      expected: 'a request that leaves stream out to be answered with one JSON body',
      observed: 'server-sent events',
      exchanges: [exchange.id],
    });
    const asked = { model: model.id, ...body, stream: false };
    await expectServedBeside(world, exchange, () => account.key.chat(asked));
  },
});
