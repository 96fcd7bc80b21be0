import {
  type Account,
  besideControl,
  codeOf,
  controlServed,
  controlStream,
  controlThat,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectEqualJson,
  expectStream,
  expectThat,
  type Fault,
  isObject,
  type Model,
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
import { askStream, controlRelayed, saying, streamFrom, tokensOf } from '../../support/streams.ts';
import { expectOwnAnswers, talkAtOnce } from '../../support/talk-at-once.ts';
import { awkwardText } from '../../support/texts.ts';

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
    const tools = offering(...calls.map(({ name }) => name));
    const { account, model, exchange } = await streamFrom(world, upstreams, { tools });
    await besideControl(
      () => {
        const stream = expectStream(world, exchange);
        const seen = stream.toolCalls.map(({ id, name, arguments: text }) => ({ id, name, arguments: text }));
        expectEqualJson(world, calls, seen, 'the tool calls of the stream', { exchanges: [exchange.id] });
      },
      () => controlToolsAsked(account, model),
    );
  },
});

/** Tools were accepted, and streams are relayed at all. */
async function controlToolsAsked(account: Account, model: Model): Promise<void> {
  const wasAsked = model.upstreams.some((upstream) => upstream.calls().length > 0);
  controlThat(wasAsked, 'the endpoint of a request with tools was not asked', 'chat.accepted.tools');
  await controlRelayed(account);
}

const finishReason = defineCheck({
  rule: 'stream.relay.finish-reason',
  ...every(...finishReasons),
  async decide(world, reason) {
    const calls = reason === 'tool_calls' ? { toolCalls: [{ id: 'call_1', name: 'lookup', arguments: '{}' }] } : {};
    const upstream = script(turn({ kind: 'chat', tokens: ['one ', 'two'], finishReason: reason, ...calls }));
    const offered = reason === 'tool_calls' ? { tools: offering('lookup') } : {};
    const { account, exchange } = await streamFrom(world, [upstream], offered);
    const told = codeOf(exchange) ?? streamErrorCode(exchange);
    if (reason === 'content_filter' && told === 'moderation_refused')
      throw new NotExercised('a reply that was stopped on content grounds is refused (freedom F143)');
    await besideControl(
      () => expectFinishReason(world, reason, expectStream(world, exchange).finishReason, exchange),
      () => controlRelayed(account),
    );
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
  describe: (count) => `${count} streams at once`,
  async decide(world, count) {
    const talk = await talkAtOnce(world, count, true);
    expectOwnAnswers(
      world,
      talk.map(({ exchange, replies }) => ({ exchange, replies, got: controlStream(exchange).content })),
      'stream.relay.content',
    );
  },
});

const sameAsJson = defineCheck({
  rule: 'stream.relay.same-as-json',
  input: fc.array(awkwardText(), { minLength: 1, maxLength: 4 }),
  cases: 4,
  async decide(world, tokens) {
    const account = await world.account();
    const model = await account.model({ upstreams: [saying(tokens)] });
    const plain = await account.key.chat({ model: model.id, messages: hello });
    controlServed(plain);
    const whole = messageOf(plain)?.content;
    controlThat(typeof whole === 'string', 'the reply without a stream has no content', 'chat.relay.content');
    const streamed = await askStream(account, model);
    const { content } = controlStream(streamed);
    const exchanges = [plain.id, streamed.id];
    expectEqualJson(world, whole, content, 'the content of the stream', { exchanges });
  },
});

const incremental = defineCheck({
  rule: 'stream.relay.incremental',
  input: fc.integer({ min: 2, max: 4 }),
  cases: 2,
  describe: (held) => `the endpoint holds back what follows ${held} events`,
  async decide(world, held) {
    const account = await world.account();
    const gate: Fault = { kind: 'gate', gate: 'rest', beforeEvent: held + 1 };
    const model = await account.model({ upstreams: [saying(tokensOf('a', 6), gate)] });
    // The request ends by itself after the events that come before the gate; nobody opens it.
    const exchange = await account.key.chat(
      { model: model.id, messages: hello, stream: true },
      { closeAfterEvents: 1, limitMs: 3_000 },
    );
    // What was whole before the endpoint had ended is no relayed stream.
    if (exchange.ending === 'complete') controlStream(exchange);
    expectThat(world, exchange.ending === 'closed', {
      expected: 'the first chunks of a stream while its endpoint still streams',
      observed: `${describeAnswer(exchange)} within 3 s, while the endpoint held back the rest of its stream`,
      exchanges: [exchange.id],
    });
  },
});

/** What else of an endpoint's stream arrives: calls of tools, its end, in time, and at the right client. */
export default [toolCalls, finishReason, ownAnswer, sameAsJson, incremental];
