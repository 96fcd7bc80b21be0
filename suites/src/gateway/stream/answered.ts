import { defineCheck, expectServed, expectStream, expectThat, mediaTypeOf } from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import fc from 'fast-check';
import { conversation, hello } from '../../support/chat-bodies.ts';
import { askStream, saying, tokensOf } from '../../support/streams.ts';

const asEvents = defineCheck({
  rule: 'stream.answered.as-events',
  // Metadata may stand in any chunk or in none (freedom F122), but makes no other stream.
  input: fc.record({ messages: conversation(), withMetadata: fc.boolean() }),
  examples: [{ messages: hello, withMetadata: true }],
  cases: 5,
  async decide(world, { messages, withMetadata }) {
    const account = await world.account();
    const model = await account.usableModel();
    const headers = withMetadata ? ([[serviceNames(world.prefix).metadataHeader, 'enabled']] as const) : [];
    const exchange = await account.key.chat({ model: model.id, messages, stream: true }, { headers });
    const stream = expectStream(world, exchange);
    const exchanges = [exchange.id];
    expectThat(world, stream.chunks.length > 0, { expected: 'a stream with chunks', observed: 'none', exchanges });
    expectThat(world, stream.doneCount > 0, { expected: 'data: [DONE] at the end', observed: 'no [DONE]', exchanges });
  },
});

const jsonWhenFalse = defineCheck({
  rule: 'stream.answered.json-when-false',
  input: conversation(),
  cases: 2,
  async decide(world, messages) {
    const account = await world.account();
    const model = await account.usableModel();
    const exchange = await account.key.chat({ model: model.id, messages, stream: false });
    expectServed(world, exchange);
    expectThat(world, mediaTypeOf(exchange) !== 'text/event-stream', {
      expected: 'one JSON body, because stream is false',
      observed: 'server-sent events',
      exchanges: [exchange.id],
    });
  },
});

const errorFree = defineCheck({
  rule: 'stream.answered.error-free',
  input: fc.integer({ min: 1, max: 6 }),
  cases: 3,
  async decide(world, count) {
    const account = await world.account();
    const model = await account.model({ upstreams: [saying(tokensOf('a', count))] });
    const exchange = await askStream(account, model);
    const stream = expectStream(world, exchange);
    expectThat(world, stream.chunks.length > 0 && stream.errorChunks.length === 0, {
      expected: 'a stream without an error, because its endpoint ended well',
      observed: stream.chunks.length === 0 ? 'a stream without chunks' : 'a chunk with an error',
      exchanges: [exchange.id],
    });
  },
});

export default [asEvents, jsonWhenFalse, errorFree];
