import {
  codeOf,
  controlServed,
  defineCheck,
  expectEqualJson,
  expectServed,
  NotExercised,
  script,
  turn,
} from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { firstChoice, messageOf } from '../../support/completions.ts';
import { every } from '../../support/every.ts';
import { expectFinishReason, finishReasons } from '../../support/finish-reasons.ts';
import { offering } from '../../support/offered-tools.ts';
import { expectOwnAnswers, talkAtOnce } from '../../support/talk-at-once.ts';
import { awkwardParts, awkwardText, blankedText, longReply } from '../../support/texts.ts';

const tools = offering('get_weather', 'lookup');

interface Said {
  readonly said: readonly string[];
  /** Calls that stand beside the text. Default: none. */
  readonly toolCalls?: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
}

/** The endpoint says one thing; the client gets just that. */
function contentArrives(rule: string, tokens: fc.Arbitrary<readonly string[]>, cases: number, surely: readonly Said[]) {
  return defineCheck<Said>({
    rule,
    input: tokens.map((said) => ({ said })),
    examples: surely,
    cases,
    async decide(world, { said, toolCalls }) {
      const account = await world.account();
      const answer = { kind: 'chat', tokens: said, ...(toolCalls === undefined ? {} : { toolCalls }) } as const;
      const model = await account.model({ upstreams: [script(turn(answer))] });
      const offered = toolCalls === undefined ? {} : { tools };
      const exchange = await account.key.chat({ model: model.id, messages: hello, ...offered });
      expectServed(world, exchange);
      expectEqualJson(world, said.join(''), messageOf(exchange)?.content, 'the content of the reply', {
        exchanges: [exchange.id],
      });
    },
  });
}

const toolCall = fc.record({
  id: fc.constantFrom('call_1', 'call_9f8e7d'),
  name: fc.constantFrom('get_weather', 'lookup'),
  arguments: fc.constantFrom(
    '{}',
    '{"city":"Zürich","n":1.0}',
    '{"q":"a \\"b\\" \\u00e9 😀"}',
    '{ "spaced" : [1, 2] }',
  ),
});

const toolCalls = defineCheck({
  rule: 'chat.relay.tool-calls',
  input: fc.array(toolCall, { minLength: 1, maxLength: 3 }),
  examples: [
    [
      { id: 'call_1', name: 'lookup', arguments: '{}' },
      { id: 'call_2', name: 'lookup', arguments: '{"q":"a \\"b\\" \\u00e9 😀"}' },
      { id: 'call_3', name: 'get_weather', arguments: '{ "spaced" : [1, 2] }' },
    ],
    Array.from({ length: 9 }, (_, index) => ({
      id: `call_${'a1'.repeat(30)}`,
      name: 'lookup',
      arguments: JSON.stringify({ index, text: 'word '.repeat(1_000) }),
    })),
  ],
  cases: 5,
  async decide(world, given) {
    const calls = given.map((call, index) => ({ ...call, id: `${call.id}_${index}` }));
    const account = await world.account();
    const model = await account.model({ upstreams: [script(turn({ kind: 'chat', tokens: [], toolCalls: calls }))] });
    const exchange = await account.key.chat({ model: model.id, messages: hello, tools });
    expectServed(world, exchange);
    const got = messageOf(exchange)?.tool_calls;
    const seen = Array.isArray(got)
      ? got.map(({ id, function: called }) => ({ id, name: called?.name, arguments: called?.arguments }))
      : got;
    expectEqualJson(world, calls, seen, 'the tool calls of the reply', { exchanges: [exchange.id] });
  },
});

const finishReason = defineCheck({
  rule: 'chat.relay.finish-reason',
  ...every(...finishReasons),
  cases: 4,
  async decide(world, reason) {
    const account = await world.account();
    const calls = reason === 'tool_calls' ? { toolCalls: [{ id: 'call_1', name: 'lookup', arguments: '{}' }] } : {};
    const said = turn({ kind: 'chat', tokens: ['one ', 'two'], finishReason: reason, ...calls });
    const model = await account.model({ upstreams: [script(said)] });
    const offered = reason === 'tool_calls' ? { tools } : {};
    const exchange = await account.key.chat({ model: model.id, messages: hello, ...offered });
    if (reason === 'content_filter' && codeOf(exchange) === 'moderation_refused')
      throw new NotExercised('a reply that was stopped on content grounds is refused (freedom F143)');
    expectServed(world, exchange);
    expectFinishReason(world, reason, firstChoice(exchange)?.finish_reason, exchange);
  },
});

const ownAnswer = defineCheck({
  rule: 'chat.relay.own-answer',
  input: fc.integer({ min: 3, max: 8 }),
  cases: 3,
  requestsPerCase: 8,
  async decide(world, count) {
    const talk = await talkAtOnce(world, count, false);
    for (const { exchange } of talk) controlServed(exchange);
    expectOwnAnswers(
      world,
      talk.map(({ exchange, replies }) => ({ exchange, replies, got: messageOf(exchange)?.content })),
    );
  },
});

export default [
  contentArrives('chat.relay.content', fc.array(blankedText(), { minLength: 1, maxLength: 5 }), 9, [
    { said: longReply },
    { said: ['one  two', '\n\n\n', '   three'] },
    { said: ['0'] },
    { said: ['null'] },
    { said: ['```json\n', '{"a": 1}', '\n```'] },
    { said: ['\ufeffone ', 'two'] },
    { said: ['Let me ', 'look.'], toolCalls: [{ id: 'call_1', name: 'lookup', arguments: '{}' }] },
  ]),
  contentArrives('chat.relay.unicode', fc.array(awkwardText(), { minLength: 1, maxLength: 4 }), 7, [
    { said: awkwardParts },
  ]),
  toolCalls,
  finishReason,
  ownAnswer,
];
