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
  NotExercised,
  script,
  streamOf,
  turn,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { messageOf } from '../../support/completions.ts';
import { every } from '../../support/every.ts';
import { expectFinishLast, expectFinishReason, finishReasons } from '../../support/finish-reasons.ts';
import { offering } from '../../support/offered-tools.ts';
import { askStream, controlEnded, controlRelayed, saying, streamFrom, tokensOf } from '../../support/streams.ts';
import { expectOwnAnswers, talkAtOnce } from '../../support/talk-at-once.ts';
import { awkwardParts, awkwardText, longReply, plainText } from '../../support/texts.ts';
import { notBeyondReading } from '../../support/too-large.ts';

const finishReason = defineCheck({
  rule: 'stream.relay.finish-reason',
  ...every(...finishReasons),
  async decide(world, reason) {
    const calls = reason === 'tool_calls' ? { toolCalls: [{ id: 'call_1', name: 'lookup', arguments: '{}' }] } : {};
    const upstream = script(turn({ kind: 'chat', tokens: ['one ', 'two'], finishReason: reason, ...calls }));
    const offered = reason === 'tool_calls' ? { tools: offering('lookup') } : {};
    const { account, exchange } = await streamFrom(world, [upstream], offered);
    const reported = codeOf(exchange) ?? streamErrorCode(exchange);
    if (reason === 'content_filter' && reported === 'moderation_refused')
      throw new NotExercised('a reply that was stopped on content grounds is refused (freedom F143)');
    await besideControl(
      () => {
        const stream = expectStream(world, exchange);
        expectFinishLast(world, stream.chunks, exchange);
        expectFinishReason(world, reason, stream.finishReason, exchange);
      },
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

/** What the endpoint says and where it finishes, under the given faults of its wire. */
interface Said {
  readonly tokens: readonly string[];
  readonly finishes?: 'apart' | 'with-last-token';
  readonly faults?: readonly Fault[];
}

/** Streams what an endpoint says, and returns the account and the exchange. */
async function streamSaid(world: World, { faults = [], ...said }: Said) {
  return streamFrom(world, [script(turn({ kind: 'chat', ...said }, ...faults))]);
}

/** A basic rule, and what must hold of it on this target before another rule can be judged. */
type Basis = (account: Account, said: Said) => Promise<unknown>;

const aStream: Basis = async (account) =>
  controlStream(await askStream(account, await account.model({ upstreams: [saying(tokensOf('plain', 3))] })));
const plainContent: Basis = (account) => controlRelayed(account);
const sameWithoutFaults =
  (prerequisite: string): Basis =>
  (account, { tokens }) =>
    controlRelayed(account, tokens, prerequisite);

interface ContentRule<Input> {
  readonly rule: string;
  readonly input: fc.Arbitrary<Input>;
  readonly said: (input: Input) => Said;
  readonly cases: number;
  readonly surely?: readonly Input[];
  readonly basis: Basis;
}

/** The content that the endpoint streams is what the client gets. */
function contentArrives<Input>({ rule, input, said, cases, surely = [], basis }: ContentRule<Input>) {
  return defineCheck({
    rule,
    input,
    examples: surely,
    cases,
    async decide(world, chosen) {
      const what = said(chosen);
      const { account, exchange } = await streamSaid(world, what);
      // A gateway may take an event of that size for a failure of its endpoint, and then says so.
      const isHuge = what.tokens.some(({ length }) => length > hugeToken.length / 2);
      if (isHuge && (exchange.response?.status !== 200 || streamOf(exchange).errorChunks.length > 0))
        throw new NotExercised('an event of more than 64 KiB is reported as a failure');
      const text = what.tokens.join('');
      notBeyondReading(exchange, text);
      await besideControl(
        () => {
          const { content } = expectStream(world, exchange);
          expectEqualJson(world, text, content, 'the content of the stream', { exchanges: [exchange.id] });
        },
        () => basis(account, what),
      );
    },
  });
}

/** However often the endpoint sends [DONE], the client gets it as `holds` says. */
function doneArrives(rule: string, fault: Fault, expected: string, holds: (doneCount: number) => boolean) {
  return defineCheck({
    rule,
    input: words,
    cases: 3,
    async decide(world, tokens) {
      const { account, exchange } = await streamSaid(world, { tokens, faults: [fault] });
      await besideControl(
        () => {
          const { doneCount } = expectStream(world, exchange);
          const observed = `a stream with [DONE] ${doneCount} times`;
          expectThat(world, holds(doneCount), { expected, observed, exchanges: [exchange.id] });
        },
        () => controlEnded(account),
      );
    },
  });
}

const words = fc.array(plainText(), { minLength: 1, maxLength: 6 });
const unicode = fc.array(awkwardText(), { minLength: 1, maxLength: 4 });
const blanks = fc.array(fc.constantFrom(' a', 'b ', '\n', '  ', '\t', 'c\r\n', 'd'), { minLength: 1, maxLength: 6 });
/** More than 64 KiB in one event, of few characters: a gateway may send each in an event of its own. */
const hugeToken = '漢'.repeat(22_500);
/** Every sort of blank, also where the content begins and ends. */
const everyBlank = [' a', '\n', 'b ', '\n\n', '  ', '\t', 'c\r\n', '  d', 'e', ' \n'];

/** What else of an endpoint's stream arrives: calls of tools, its end, in time, and at the right client. */
export default [
  finishReason,
  ownAnswer,
  sameAsJson,
  incremental,
  contentArrives({
    rule: 'stream.relay.content',
    input: fc.record<Said>({ tokens: words, finishes: fc.constantFrom('apart', 'with-last-token') }),
    said: (said) => said,
    cases: 7,
    surely: [
      { tokens: ['ha', 'ha', 'ha', '!', '!', 'a', 'b'] },
      { tokens: ['the ', 'end'], finishes: 'with-last-token' },
      { tokens: longReply },
      { tokens: ['first ', hugeToken, ' last'] },
    ],
    basis: aStream,
  }),
  contentArrives({
    rule: 'stream.relay.unicode',
    input: unicode,
    said: (tokens) => ({ tokens }),
    cases: 6,
    surely: [awkwardParts],
    basis: plainContent,
  }),
  contentArrives({
    rule: 'stream.relay.whitespace',
    input: blanks,
    said: (tokens) => ({ tokens: [...tokens, 'y'] }),
    cases: 6,
    surely: [everyBlank],
    basis: plainContent,
  }),
  contentArrives({
    rule: 'stream.relay.split-bytes',
    input: fc.record({
      tokens: unicode.map((tokens) => ['é😀', ...tokens]),
      everyBytes: fc.oneof(fc.constantFrom(1, 2, 3), fc.integer({ min: 4, max: 40 })),
      crlf: fc.boolean(),
    }),
    said: ({ tokens, everyBytes, crlf }) => ({
      tokens,
      faults: [...(crlf ? [{ kind: 'crlf' } as const] : []), { kind: 'split-bytes', everyBytes }],
    }),
    cases: 10,
    basis: sameWithoutFaults('stream.relay.unicode'),
  }),
  contentArrives({
    rule: 'stream.relay.comments',
    input: words,
    said: (tokens) => ({ tokens, faults: [{ kind: 'sse-comments' }] }),
    cases: 3,
    basis: sameWithoutFaults('stream.relay.content'),
  }),
  doneArrives(
    'stream.relay.duplicate-done',
    { kind: 'duplicate-done' },
    '[DONE] once, though the endpoint sent it twice',
    (doneCount) => doneCount === 1,
  ),
  doneArrives(
    'stream.relay.missing-done',
    { kind: 'missing-done' },
    '[DONE], though the endpoint ended without it',
    (doneCount) => doneCount > 0,
  ),
];
