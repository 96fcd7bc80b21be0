import {
  defineCheck,
  envelopeOf,
  expectAnswer,
  expectThat,
  type Fault,
  NotExercised,
  streamOf,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import { askFailing, faultCouldAct, type MidFailure } from '../../support/failing-streams.ts';
import { askStream, contentOf, saying, streamFrom, tokensOf } from '../../support/streams.ts';

/** Ways for an endpoint to fail after `k` content tokens. */
const failingAfter = (k: number): fc.Arbitrary<Fault> =>
  fc.constantFrom<Fault>(
    { kind: 'cut-after', afterTokens: k },
    { kind: 'end-after', afterTokens: k },
    { kind: 'error-chunk', afterTokens: k },
  );

const midFailure: fc.Arbitrary<MidFailure> = fc
  .integer({ min: 1, max: 4 })
  .chain((k) => failingAfter(k).map((fault) => ({ k, fault })));

/** Each way to fail, right after the first token; blanks are content too. */
const soonest: readonly MidFailure[] = [
  { k: 1, fault: { kind: 'cut-after', afterTokens: 1 } },
  { k: 1, fault: { kind: 'end-after', afterTokens: 1 } },
  { k: 1, fault: { kind: 'error-chunk', afterTokens: 1 } },
  { k: 1, fault: { kind: 'malformed-json', afterTokens: 1 } },
  { k: 1, fault: { kind: 'stall', afterTokens: 1 } },
  { k: 1, fault: { kind: 'cut-after', afterTokens: 1 }, says: ['\n', ...tokensOf('a', 4)] },
];

const neverAfterContent = defineCheck({
  rule: 'stream.failover.never-after-content',
  input: midFailure,
  examples: soonest,
  cases: soonest.length + 3,
  async decide(world, failure) {
    const said = failure.says ?? tokensOf('a', 5);
    const account = await world.account();
    // Both fail alike: which endpoint is asked first is the gateway's choice.
    const others = tokensOf('b', 5);
    const model = await account.model({ upstreams: [said, others].map((tokens) => saying(tokens, failure.fault)) });
    const exchange = await askFailing(world, { account, model, failure });
    expectAnswer(world, exchange);
    const content = contentOf(exchange);
    const place = [said, others].findIndex((tokens) => content.startsWith(tokens[0] ?? ''));
    if (place < 0) throw new NotExercised('no content of an endpoint reached the client');
    const [speaker, other] = [model.upstreams[place], model.upstreams[1 - place]];
    const beganMs = speaker?.calls()[0]?.startedAtMs ?? 0;
    // One that was asked before the one that spoke had given the gateway nothing yet when it failed.
    expectThat(world, !other?.calls().some(({ startedAtMs }) => startedAtMs > beganMs), {
      expected: 'no other endpoint to be asked once content has been sent',
      observed: 'the other endpoint was asked',
      exchanges: [exchange.id],
    });
  },
});

const noSplice = defineCheck({
  rule: 'stream.failover.no-splice',
  input: fc.oneof(
    midFailure,
    failingAfter(0).map((fault): MidFailure => ({ k: 0, fault })),
    fc.constantFrom<MidFailure>(
      { k: 0, fault: { kind: 'role-then-die' } },
      { k: 0, fault: { kind: 'empty-delta-then-die' } },
    ),
  ),
  examples: soonest.filter(({ says }) => says === undefined),
  cases: 10,
  async decide(world, failure) {
    const account = await world.account();
    const first = await account.model({
      upstreams: [saying(tokensOf('a', 5), failure.fault), saying(tokensOf('b', 5))],
    });
    const other = await account.model({ upstreams: [saying(tokensOf('c', 5))] });
    const exchange = await askFailing(world, { account, model: first, failure }, { models: [other.id] });
    expectAnswer(world, exchange, [429, 503]);
    const content = contentOf(exchange);
    const speakers = ['a1', 'b1', 'c1'].filter((mark) => content.includes(mark));
    expectThat(world, speakers.length <= 1, {
      expected: 'a stream with content of one endpoint',
      observed: `content of ${speakers.length} endpoints: ${JSON.stringify(content)}`,
      exchanges: [exchange.id],
    });
  },
});

const wholeAnswer = defineCheck({
  rule: 'stream.failover.whole-answer',
  ...every<Fault>(
    { kind: 'status', status: 500 },
    { kind: 'refuse-connection' },
    { kind: 'cut-after', afterTokens: 0 },
    { kind: 'role-then-die' },
    { kind: 'empty-delta-then-die' },
  ),
  cases: 6,
  async decide(world, fault) {
    const said = tokensOf('b', 5);
    const { exchange } = await streamFrom(world, [saying(tokensOf('a', 5), fault), saying(said)]);
    const content = contentOf(exchange);
    if (!said.some((word) => content.includes(word))) throw new NotExercised('the target did not fail over');
    expectThat(world, content === said.join(''), {
      expected: `the whole content of the endpoint that took over: ${JSON.stringify(said.join(''))}`,
      observed: JSON.stringify(content),
      exchanges: [exchange.id],
    });
  },
});

interface AfterRole {
  readonly fault: Fault;
  /** Endpoints besides the one that fails. */
  readonly others: number;
}

/** Not cut: failed over, refused as an ordinary error, or ended by an error chunk and `[DONE]`. */
async function expectNotCut(world: World, { fault, others }: AfterRole): Promise<void> {
  const more = Array.from({ length: others }, () => saying(tokensOf('b', 5)));
  const { model, exchange } = await streamFrom(world, [saying(tokensOf('a', 5), fault), ...more]);
  faultCouldAct(model, fault);
  const { status } = expectAnswer(world, exchange, [429, 503]);
  const stream = streamOf(exchange);
  const told = stream.errorChunks.length > 0 || stream.content.includes('b5');
  const fine = status >= 400 ? envelopeOf(exchange) !== undefined : told && stream.doneCount > 0;
  expectThat(world, fine, {
    expected: 'a fail-over, an HTTP error, or an error chunk with [DONE]',
    observed: `status ${status}, content ${JSON.stringify(stream.content)}, ${stream.errorChunks.length} error chunks, [DONE] ${stream.doneCount} times`,
    exchanges: [exchange.id],
  });
}

const afterRoleChunk = defineCheck({
  rule: 'stream.failover.after-role-chunk',
  ...every<AfterRole>(
    ...[1, 0].flatMap((others) =>
      (['role-then-die', 'empty-delta-then-die'] as const).map((kind) => ({ fault: { kind }, others })),
    ),
  ),
  cases: 5,
  decide: expectNotCut,
});

const used = defineCheck({
  rule: 'stream.failover.used',
  ...every<Fault>({ kind: 'status', status: 500 }, { kind: 'refuse-connection' }),
  cases: 3,
  async decide(world, fault) {
    const { exchange } = await streamFrom(world, [saying(tokensOf('a', 3), fault), saying(tokensOf('b', 3))]);
    expectThat(world, contentOf(exchange).includes('b1'), {
      expected: 'the next endpoint of the model to serve',
      observed: `status ${exchange.response?.status ?? 'none'}`,
      exchanges: [exchange.id],
    });
  },
});

const fallbackModel = defineCheck({
  rule: 'stream.failover.fallback-model',
  ...every<Fault>({ kind: 'status', status: 502 }, { kind: 'refuse-connection' }, { kind: 'status', status: 500 }),
  cases: 3,
  async decide(world, fault) {
    const account = await world.account();
    const first = await account.model({ upstreams: [saying(tokensOf('a', 3), fault)] });
    const second = await account.model({ upstreams: [saying(tokensOf('b', 3))] });
    const exchange = await askStream(account, first, { models: [second.id] });
    expectAnswer(world, exchange, [429, 503]);
    expectThat(world, contentOf(exchange) === tokensOf('b', 3).join(''), {
      expected: `the fallback model ${second.id} to serve`,
      observed: `status ${exchange.response?.status ?? 'none'}, content ${JSON.stringify(contentOf(exchange))}`,
      exchanges: [exchange.id],
    });
  },
});

const toolCallsUnmixed = defineCheck({
  rule: 'stream.failover.tool-calls-unmixed',
  input: fc.constant('a connection lost within a tool call'),
  cases: 2,
  async decide(world) {
    const { exchange } = await streamFrom(world, [
      saying(tokensOf('a', 3), { kind: 'tool-call-then-die' }),
      saying(tokensOf('b', 3)),
    ]);
    expectAnswer(world, exchange, [429, 503]);
    const stream = streamOf(exchange);
    const mixed = stream.toolCalls.length > 0 && stream.content.includes('b1') && stream.errorChunks.length === 0;
    expectThat(world, !mixed, {
      expected: 'the pieces of a tool call of one endpoint, never continued by another',
      observed: 'tool-call deltas of the first endpoint followed by the answer of the second',
      exchanges: [exchange.id],
    });
  },
});

export default [neverAfterContent, noSplice, toolCallsUnmixed, wholeAnswer, afterRoleChunk, used, fallbackModel];
