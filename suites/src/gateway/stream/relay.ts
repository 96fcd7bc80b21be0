import {
  codeOf,
  controlServed,
  defineCheck,
  type Exchange,
  expectEqualJson,
  expectStream,
  expectThat,
  type Fault,
  isObject,
  NotExercised,
  script,
  streamOf,
  turn,
} from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { messageOf } from '../../support/completions.ts';
import { every } from '../../support/every.ts';
import { expectFinishReason, finishReasons } from '../../support/finish-reasons.ts';
import { offering } from '../../support/offered-tools.ts';
import { askStream, saying, streamFrom, tokensOf } from '../../support/streams.ts';
import { expectOwnAnswers, talkAtOnce } from '../../support/talk-at-once.ts';
import { awkwardParts, awkwardText, longReply, plainText } from '../../support/texts.ts';

/** What the endpoint streams, under the given faults of its wire, is what the client gets. */
function contentArrives<Input>(
  rule: string,
  input: fc.Arbitrary<Input>,
  said: (input: Input) => { readonly tokens: readonly string[]; readonly faults?: readonly Fault[] },
  cases: number,
  surely: readonly Input[] = [],
) {
  return defineCheck({
    rule,
    input,
    examples: surely,
    cases,
    async decide(world, chosen) {
      const { tokens, faults = [] } = said(chosen);
      const { exchange } = await streamFrom(world, [saying(tokens, ...faults)]);
      const stream = expectStream(world, exchange);
      const exchanges = [exchange.id];
      expectEqualJson(world, tokens.join(''), stream.content, 'the content of the stream', { exchanges });
      expectThat(world, stream.doneCount === 1, {
        expected: '[DONE] once',
        observed: `${stream.doneCount} times`,
        exchanges,
      });
    },
  });
}

const words = fc.array(plainText(), { minLength: 1, maxLength: 6 });
const unicode = fc.array(awkwardText(), { minLength: 1, maxLength: 4 });
const blanks = fc.array(fc.constantFrom(' a', 'b ', '\n', '  ', '\t', 'c\r\n', 'd'), { minLength: 1, maxLength: 6 });
/** Every sort of blank, also where the content begins and ends. */
const everyBlank = [' a', '\n', 'b ', '\n\n', '  ', '\t', 'c\r\n', '  d', 'e', ' \n'];

const toolCalls = defineCheck({
  rule: 'stream.relay.tool-calls',
  input: fc.record({
    args: fc.array(fc.constantFrom<string>('{}', '{"city":"Zürich","n":1.0}', '{"q":"a \\"b\\" 😀 and more text"}'), {
      minLength: 1,
      maxLength: 3,
    }),
    tokens: fc.constantFrom<readonly string[]>([], ['Let ', 'me look.']),
  }),
  examples: [
    { args: ['{}', '{"q":"a \\"b\\" 😀 and more text"}'], tokens: [] },
    { args: ['{"n":1.0}', '{}'], tokens: ['Let ', 'me look.'] },
    { args: Array.from({ length: 9 }, (_, n) => JSON.stringify({ n, text: 'word '.repeat(400) })), tokens: [] },
  ],
  cases: 5,
  async decide(world, { args, tokens }) {
    const calls = args.map((text, index) => ({ id: `call_${index}`, name: `tool_${index}`, arguments: text }));
    const upstreams = [script(turn({ kind: 'chat', tokens, toolCalls: calls }))];
    const { exchange } = await streamFrom(world, upstreams, { tools: offering(...calls.map(({ name }) => name)) });
    const stream = expectStream(world, exchange);
    const seen = stream.toolCalls.map(({ id, name, arguments: text }) => ({ id, name, arguments: text }));
    expectEqualJson(world, calls, seen, 'the tool calls of the stream', { exchanges: [exchange.id] });
  },
});

const finishReason = defineCheck({
  rule: 'stream.relay.finish-reason',
  ...every(...finishReasons),
  cases: 4,
  async decide(world, reason) {
    const calls = reason === 'tool_calls' ? { toolCalls: [{ id: 'call_1', name: 'lookup', arguments: '{}' }] } : {};
    const upstream = script(turn({ kind: 'chat', tokens: ['one ', 'two'], finishReason: reason, ...calls }));
    const offered = reason === 'tool_calls' ? { tools: offering('lookup') } : {};
    const { exchange } = await streamFrom(world, [upstream], offered);
    const told = codeOf(exchange) ?? streamErrorCode(exchange);
    if (reason === 'content_filter' && told === 'moderation_refused')
      throw new NotExercised('a reply that was stopped on content grounds is refused (freedom F143)');
    const stream = expectStream(world, exchange);
    expectFinishReason(world, reason, stream.finishReason, exchange);
  },
});

function streamErrorCode(exchange: Exchange): unknown {
  const error = streamOf(exchange).errorChunks[0]?.json.error;
  return isObject(error) ? error.code : undefined;
}

const ownAnswer = defineCheck({
  rule: 'stream.relay.own-answer',
  input: fc.integer({ min: 3, max: 8 }),
  cases: 3,
  requestsPerCase: 8,
  async decide(world, count) {
    const talk = await talkAtOnce(world, count, true);
    expectOwnAnswers(
      world,
      talk.map(({ exchange, replies }) => ({ exchange, replies, got: expectStream(world, exchange).content })),
    );
  },
});

const sameAsJson = defineCheck({
  rule: 'stream.relay.same-as-json',
  input: unicode,
  cases: 4,
  async decide(world, tokens) {
    const account = await world.account();
    const model = await account.model({ upstreams: [saying(tokens)] });
    const plain = await account.key.chat({ model: model.id, messages: hello });
    controlServed(plain);
    const streamed = await askStream(account, model);
    const { content } = expectStream(world, streamed);
    const exchanges = [plain.id, streamed.id];
    expectEqualJson(world, messageOf(plain)?.content, content, 'the content of the stream', { exchanges });
  },
});

const incremental = defineCheck({
  rule: 'stream.relay.incremental',
  input: fc.integer({ min: 2, max: 4 }),
  cases: 2,
  async decide(world, held) {
    const account = await world.account();
    const gate: Fault = { kind: 'gate', gate: 'rest', beforeEvent: held + 1 };
    const model = await account.model({ upstreams: [saying(tokensOf('a', 6), gate)] });
    // The request ends by itself after the events that come before the gate; nobody opens it.
    const exchange = await account.key.chat(
      { model: model.id, messages: hello, stream: true },
      { closeAfterEvents: 1, limitMs: 3_000 },
    );
    expectThat(world, exchange.ending === 'closed', {
      expected: 'the first chunks of a stream while its endpoint still streams',
      observed: 'nothing before the endpoint had ended',
      exchanges: [exchange.id],
    });
  },
});

export default [
  contentArrives('stream.relay.content', words, (tokens) => ({ tokens }), 5, [
    longReply,
    ['ha', 'ha', 'ha', '!', '!', 'a', 'b'],
  ]),
  contentArrives('stream.relay.unicode', unicode, (tokens) => ({ tokens }), 6, [awkwardParts]),
  contentArrives('stream.relay.whitespace', blanks, (tokens) => ({ tokens: [...tokens, 'y'] }), 6, [everyBlank]),
  contentArrives(
    'stream.relay.split-bytes',
    fc.record({
      tokens: unicode.map((tokens) => ['é😀', ...tokens]),
      everyBytes: fc.oneof(fc.constantFrom(1, 2, 3), fc.integer({ min: 4, max: 40 })),
      crlf: fc.boolean(),
    }),
    ({ tokens, everyBytes, crlf }) => ({
      tokens,
      faults: [...(crlf ? [{ kind: 'crlf' } as const] : []), { kind: 'split-bytes', everyBytes }],
    }),
    10,
  ),
  contentArrives('stream.relay.comments', words, (tokens) => ({ tokens, faults: [{ kind: 'sse-comments' }] }), 3),
  contentArrives(
    'stream.relay.duplicate-done',
    words,
    (tokens) => ({ tokens, faults: [{ kind: 'duplicate-done' }] }),
    3,
  ),
  contentArrives('stream.relay.missing-done', words, (tokens) => ({ tokens, faults: [{ kind: 'missing-done' }] }), 3),
  toolCalls,
  finishReason,
  ownAnswer,
  sameAsJson,
  incremental,
];
