import {
  type Account,
  besideControl,
  codeOf,
  controlServed,
  controlThat,
  defineCheck,
  type Exchange,
  expectEqualJson,
  expectServed,
  type Fault,
  isObject,
  NotExercised,
  script,
  show,
  turn,
} from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { firstChoice, messageOf, replying } from '../../support/completions.ts';
import { every } from '../../support/every.ts';
import { expectFinishReason, finishReasons } from '../../support/finish-reasons.ts';
import { offering } from '../../support/offered-tools.ts';
import { expectOwnAnswers, talkAtOnce } from '../../support/talk-at-once.ts';
import { awkwardParts, awkwardText, blankedText, longReply } from '../../support/texts.ts';

const tools = offering('get_weather', 'lookup');

type WholeBody = NonNullable<Extract<Fault, { kind: 'status' }>['body']>;

interface Said {
  readonly said: readonly string[];
  /** Calls that stand beside the text. Default: none. */
  readonly toolCalls?: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  /** The whole body of the endpoint's answer. Default: a usual one. */
  readonly body?: WholeBody;
}

const plain = { index: 0, message: { role: 'assistant', content: 'plain words' }, finish_reason: 'stop' };
const other = { index: 1, message: { role: 'assistant', content: 'other words' }, finish_reason: 'length' };
/** Bodies that say no more than they must, or more: what a gateway makes of the rest has the types of the contract, which standing rules judge. */
const unusualBodies: readonly WholeBody[] = [
  { choices: [plain] },
  { object: 'chat.completion', created: 1_700_000_000, model: 'm', choices: [plain], usage: null },
  { choices: [plain, other], usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 } },
];

/** What must hold of a plain reply on this target for a break to count. */
type Basis = (account: Account) => Promise<void>;

/** The endpoint says one thing; the client gets just that. */
function contentArrives(
  rule: string,
  tokens: fc.Arbitrary<readonly string[]>,
  { cases, surely, basis }: { readonly cases: number; readonly surely: readonly Said[]; readonly basis: Basis },
) {
  return defineCheck<Said>({
    rule,
    input: tokens.map((said) => ({ said })),
    examples: surely,
    cases,
    async decide(world, { said, toolCalls, body }) {
      const account = await world.account();
      const answer = { kind: 'chat', tokens: said, ...(toolCalls === undefined ? {} : { toolCalls }) } as const;
      const whole = body === undefined ? [] : [{ kind: 'status', status: 200, body } as const];
      const model = await account.model({ upstreams: [script(turn(answer, ...whole))] });
      const offered = toolCalls === undefined ? {} : { tools };
      const exchange = await account.key.chat({ model: model.id, messages: hello, ...offered });
      if (body !== undefined && exchange.response?.status !== 200)
        throw new NotExercised("an endpoint's answer that is unusual is not relayed");
      await besideControl(
        () => {
          expectServed(world, exchange);
          const exchanges = [exchange.id];
          expectEqualJson(world, said.join(''), messageOf(exchange)?.content, 'the content of the reply', {
            exchanges,
          });
        },
        () => basis(account),
      );
    },
  });
}

/** A plain reply of the endpoint is served. */
const plainServed: Basis = async (account) => void (await plainReply(account));

/** It is served with just what the endpoint said. */
const plainContent: Basis = async (account) => {
  const content = messageOf(await plainReply(account))?.content;
  controlThat(content === 'plain words', `${show(content)} arrived of a plain reply`, 'chat.relay.content');
};

async function plainReply(account: Account): Promise<Exchange> {
  const model = await account.model({ upstreams: [replying({ tokens: ['plain ', 'words'] })] });
  const exchange = await account.key.chat({ model: model.id, messages: hello });
  controlServed(exchange);
  return exchange;
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

/** What a tool call of a reply says. */
function calledTool(call: unknown): unknown {
  if (!isObject(call)) return call;
  const called = isObject(call.function) ? call.function : {};
  return { id: call.id, name: called.name, arguments: called.arguments };
}

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
    const wasAsked = model.upstreams[0]?.calls().length !== 0;
    controlThat(wasAsked, 'the endpoint of a request with tools was not asked', 'chat.accepted.tools');
    await besideControl(
      () => {
        expectServed(world, exchange);
        const got = messageOf(exchange)?.tool_calls;
        const seen = Array.isArray(got) ? got.map(calledTool) : got;
        expectEqualJson(world, calls, seen, 'the tool calls of the reply', { exchanges: [exchange.id] });
      },
      () => plainServed(account),
    );
  },
});

const finishReason = defineCheck({
  rule: 'chat.relay.finish-reason',
  ...every(...finishReasons),
  async decide(world, reason) {
    const account = await world.account();
    const calls = reason === 'tool_calls' ? { toolCalls: [{ id: 'call_1', name: 'lookup', arguments: '{}' }] } : {};
    const said = turn({ kind: 'chat', tokens: ['one ', 'two'], finishReason: reason, ...calls });
    const model = await account.model({ upstreams: [script(said)] });
    const offered = reason === 'tool_calls' ? { tools } : {};
    const exchange = await account.key.chat({ model: model.id, messages: hello, ...offered });
    if (reason === 'content_filter' && codeOf(exchange) === 'moderation_refused')
      throw new NotExercised('a reply that was stopped on content grounds is refused (freedom F143)');
    await besideControl(
      () => {
        expectServed(world, exchange);
        expectFinishReason(world, reason, firstChoice(exchange)?.finish_reason, exchange);
      },
      () => plainServed(account),
    );
  },
});

const ownAnswer = defineCheck({
  rule: 'chat.relay.own-answer',
  input: fc.integer({ min: 3, max: 8 }),
  cases: 3,
  describe: (count) => `${count} requests at once`,
  async decide(world, count) {
    const talk = await talkAtOnce(world, count, false);
    for (const { exchange } of talk) controlServed(exchange);
    expectOwnAnswers(
      world,
      talk.map(({ exchange, replies }) => ({ exchange, replies, got: messageOf(exchange)?.content })),
      'chat.relay.content',
    );
  },
});

export default [
  contentArrives('chat.relay.content', fc.array(blankedText(), { minLength: 1, maxLength: 5 }), {
    cases: 12,
    surely: [
      { said: ['one  two', '\n\n\n', '   three'] },
      { said: longReply },
      { said: ['0'] },
      { said: ['null'] },
      { said: ['```json\n', '{"a": 1}', '\n```'] },
      { said: ['\ufeffone ', 'two'] },
      { said: ['Let me ', 'look.'], toolCalls: [{ id: 'call_1', name: 'lookup', arguments: '{}' }] },
      ...unusualBodies.map((body) => ({ said: ['plain words'], body })),
    ],
    basis: plainServed,
  }),
  contentArrives('chat.relay.unicode', fc.array(awkwardText(), { minLength: 1, maxLength: 4 }), {
    cases: 7,
    surely: [{ said: awkwardParts }],
    basis: plainContent,
  }),
  toolCalls,
  finishReason,
  ownAnswer,
];
