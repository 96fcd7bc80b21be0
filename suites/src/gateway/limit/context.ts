import { controlServed, defineCheck, expectRefusal, expectServed } from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { streamWords } from '../../support/field-words.ts';
import { notTooLarge } from '../../support/too-large.ts';

/** So many words: each is a token at least. */
const words = (count: number, messages = 1) =>
  Array.from({ length: messages }, (_message, place) => ({
    role: place % 2 === 0 ? 'user' : 'assistant',
    content: Array.from({ length: count / messages }, (_, word) => `w${word}`).join(' '),
  }));

const refusedStream = defineCheck({
  rule: 'limit.context.refused-stream',
  // Long at once, and by many messages that are short.
  ...every({ count: 400, messages: 1 }, { count: 2_000, messages: 1 }, { count: 600, messages: 21 }),
  async decide(world, { count, messages }) {
    const account = await world.account();
    const model = await account.model({ contextWindow: 200 });
    controlServed(await account.key.chat({ model: model.id, messages: hello, stream: false }));
    const exchange = await account.key.chat({ model: model.id, messages: words(count, messages), stream: true });
    notTooLarge(world, exchange);
    expectRefusal(world, exchange, 'context_length_exceeded');
  },
});

const ownModel = defineCheck({
  rule: 'limit.context.own-model',
  ...every(false, true),
  describe: streamWords,
  async decide(world, stream) {
    const account = await world.account();
    const small = await account.model({ contextWindow: 50 });
    const large = await account.model({ contextWindow: 100_000 });
    controlServed(await account.key.chat({ model: small.id, messages: hello }));
    const ask = (id: string) => account.key.chat({ model: id, messages: words(120), ...(stream ? { stream } : {}) });
    expectServed(world, await ask(large.id));
    expectRefusal(world, await ask(small.id), 'context_length_exceeded');
  },
});

/** The context window of a model (Errors › context_length_exceeded; Limits). */
export default [refusedStream, ownModel];
