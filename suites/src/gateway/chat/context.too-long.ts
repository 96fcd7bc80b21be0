import { controlServed, defineCheck, expectRefusal, NotExercised } from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';

const roles = ['user', 'system', 'assistant'] as const;

/** Whoever it is whose words are too many. */
export default defineCheck({
  rule: 'chat.context.too-long',
  input: fc.record({
    window: fc.constantFrom(100, 1_000),
    stream: fc.boolean(),
    messages: fc.constantFrom(1, 3),
    longest: fc.constantFrom(...roles),
  }),
  examples: roles.map((longest, place) => ({ window: 100, stream: place === 1, messages: place + 1, longest })),
  cases: 5,
  async decide(world, { window, stream, messages, longest }) {
    const account = await world.account();
    const model = await account.model({ contextWindow: window });
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    // A word is at least one token, so twice as many words as the window has tokens are too long by any count.
    const content = 'word '.repeat(Math.ceil((2 * window) / messages));
    const saying = (text: string) => {
      const long = Array.from({ length: messages }, () => ({ role: longest, content: text }));
      return longest === 'user' ? long : [...long, ...hello];
    };
    // A conversation of this shape may be refused however short it is (freedom F009).
    const short = await account.key.chat({ model: model.id, messages: saying('a') });
    if (short.response?.status === 400) throw new NotExercised('conversations of this shape are refused');
    const exchange = await account.key.chat({ model: model.id, messages: saying(content), stream });
    expectRefusal(world, exchange, 'context_length_exceeded');
  },
});
