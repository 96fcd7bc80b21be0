import {
  type Account,
  besideControl,
  controlStream,
  defineCheck,
  expectEqualJson,
  expectStream,
  expectThat,
  type Fault,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { askStream, controlEnded, controlRelayed, saying, streamFrom, tokensOf } from '../../support/streams.ts';
import { awkwardParts, awkwardText, longReply, plainText } from '../../support/texts.ts';

/** What the endpoint says, under the given faults of its wire. */
interface Said {
  readonly tokens: readonly string[];
  readonly faults?: readonly Fault[];
}

/** Streams what an endpoint says, and returns the account and the exchange. */
async function streamSaid(world: World, { tokens, faults = [] }: Said) {
  return streamFrom(world, [saying(tokens, ...faults)]);
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
      await besideControl(
        () => {
          const { content } = expectStream(world, exchange);
          const exchanges = [exchange.id];
          expectEqualJson(world, what.tokens.join(''), content, 'the content of the stream', { exchanges });
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
/** Every sort of blank, also where the content begins and ends. */
const everyBlank = [' a', '\n', 'b ', '\n\n', '  ', '\t', 'c\r\n', '  d', 'e', ' \n'];

/** What an endpoint streams arrives, whatever its wire is like. */
export default [
  contentArrives({
    rule: 'stream.relay.content',
    input: words,
    said: (tokens) => ({ tokens }),
    cases: 5,
    surely: [['ha', 'ha', 'ha', '!', '!', 'a', 'b'], longReply],
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
