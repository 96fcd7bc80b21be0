import {
  codeOf,
  controlRefused,
  controlServed,
  controlThat,
  defineCheck,
  describeAnswer,
  expectAnyRefusal,
  expectThat,
  isObject,
  NotExercised,
  script,
  streamOf,
  turn,
} from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { offering } from '../../support/offered-tools.ts';
import { notTooLarge } from '../../support/too-large.ts';

const within = defineCheck({
  rule: 'chat.context.within',
  ...every(1_000, 8_000),
  cases: 3,
  describe: (window) => `a window of ${window} tokens`,
  async decide(world, window) {
    const account = await world.account();
    const model = await account.model({ contextWindow: window });
    // A token is at least one byte, so a fifth of the window in bytes is well within it by any count.
    const content = 'word '.repeat(Math.floor(window / 25));
    const exchange = await account.key.chat({ model: model.id, messages: [{ role: 'user', content }] });
    expectThat(world, codeOf(exchange) !== 'context_length_exceeded', {
      expected: `${content.length} bytes to be taken by a model with a window of ${window} tokens`,
      observed: describeAnswer(exchange),
      exchanges: [exchange.id],
    });
    controlServed(exchange);
    // Where no window is looked at, everything is within it.
    const beyond = [{ role: 'user', content: 'word '.repeat(2 * window) }];
    controlRefused(await account.key.chat({ model: model.id, messages: beyond }), 'chat.context.too-long');
  },
});

/** As texts, as parts of content, with a list of fallback models, and with tools. */
const hows = ['plain', 'in parts', 'with a list', 'with tools'] as const;
const roles = ['user', 'system', 'assistant'] as const;

/** Whoever it is whose words are too many. */
const tooLong = defineCheck({
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
      const content = how === 'in parts' ? [{ type: 'text', text }] : text;
      const long = Array.from({ length: messages }, () => ({ role: longest, content }));
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

const endpointRefused = defineCheck({
  rule: 'chat.context.endpoint-refused',
  ...every('in one reply', 'in a stream'),
  cases: 3,
  async decide(world, how) {
    const account = await world.account();
    const refusing = script(turn({ kind: 'default' }, { kind: 'context-length-refusal' }));
    const model = await account.model({ upstreams: [refusing] });
    const exchange = await account.key.chat({ model: model.id, messages: hello, stream: how === 'in a stream' });
    controlThat(model.upstreams[0]?.calls().length !== 0, 'the endpoint was not asked', 'chat.forward.once');
    const { status = 0 } = exchange.response ?? {};
    const late = streamOf(exchange).errorChunks[0]?.json.error;
    if (status < 300 && late === undefined && codeOf(exchange) === undefined)
      throw new NotExercised("the endpoint's refusal was not passed on");
    const code = codeOf(exchange) ?? (isObject(late) ? late.code : undefined);
    // Under 502 the code distinguishes the endpoint's trouble from the gateway's own.
    controlThat(status !== 502 || code !== undefined, 'the error has no code', 'error.envelope.object');
    const isOwnTrouble = code === 'internal_error' || (status >= 500 && code !== 'provider_unavailable');
    expectThat(world, !isOwnTrouble, {
      expected: 'a refusal of the request, or 502 provider_unavailable, because the endpoint refused it with 400',
      observed: describeAnswer(exchange),
      exchanges: [exchange.id],
    });
  },
});

export default [within, tooLong, endpointRefused];
