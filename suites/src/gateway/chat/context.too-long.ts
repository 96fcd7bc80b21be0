import { controlServed, defineCheck, expectAnyRefusal, NotExercised } from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { offering } from '../../support/offered-tools.ts';
import { notTooLarge } from '../../support/too-large.ts';

/** As texts, as parts of content, with a list of fallback models, and with tools. */
const hows = ['plain', 'in parts', 'with a list', 'with tools'] as const;
const roles = ['user', 'system', 'assistant'] as const;

/** Whoever it is whose words are too many. */
export default defineCheck({
  rule: 'chat.context.too-long',
  input: fc.record({
    window: fc.constantFrom(100, 1_000),
    stream: fc.boolean(),
    messages: fc.constantFrom(1, 3),
    longest: fc.constantFrom(...roles),
    how: fc.constantFrom(...hows),
  }),
  examples: [
    ...roles.map((longest, place) => ({
      window: 100,
      stream: place === 1,
      messages: place + 1,
      longest,
      how: 'plain' as const,
    })),
    { window: 100, stream: false, messages: 1, longest: 'user', how: 'in parts' },
    { window: 100, stream: false, messages: 1, longest: 'user', how: 'with a list' },
    { window: 100, stream: true, messages: 1, longest: 'user', how: 'with a list' },
    { window: 100, stream: false, messages: 1, longest: 'user', how: 'with tools' },
  ],
  cases: 9,
  async decide(world, { window, stream, messages, longest, how }) {
    const account = await world.account();
    const model = await account.model({ contextWindow: window });
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    // A word is at least one token, so twice as many words as the window has tokens are too long by any count.
    const content = 'word '.repeat(Math.ceil((2 * window) / messages));
    const saying = (text: string) => {
      const told = how === 'in parts' ? [{ type: 'text', text }] : text;
      const long = Array.from({ length: messages }, () => ({ role: longest, content: told }));
      return longest === 'user' ? long : [...long, ...hello];
    };
    // A conversation of this shape may be refused however short it is (freedom F009).
    const short = await account.key.chat({ model: model.id, messages: saying('a') });
    if (short.response?.status === 400) throw new NotExercised('conversations of this shape are refused');
    // The fallback model has no larger window.
    const list = how === 'with a list' ? { models: [(await account.model({ contextWindow: window })).id] } : {};
    const more = how === 'with tools' ? { tools: offering('lookup') } : {};
    const exchange = await account.key.chat({ model: model.id, ...list, ...more, messages: saying(content), stream });
    notTooLarge(world, exchange);
    const codes = [
      'context_length_exceeded',
      ...(how === 'with a list' ? (['provider_unavailable'] as const) : []),
    ] as const;
    expectAnyRefusal(world, exchange, codes);
  },
});
