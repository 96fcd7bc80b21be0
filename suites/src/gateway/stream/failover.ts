import {
  besideControl,
  controlThat,
  defineCheck,
  expectThat,
  type Fault,
  type Model,
  NotExercised,
  script,
  show,
  streamOf,
  turn,
  type Upstream,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import { askFailing, faultCouldAct, type MidFailure } from '../../support/failing-streams.ts';
import { offering } from '../../support/offered-tools.ts';
import {
  askStream,
  contentOf,
  controlEnded,
  controlRelayed,
  describeStream,
  saying,
  streamFrom,
  tokensOf,
} from '../../support/streams.ts';

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

/** Failures before any content, after which another endpoint may be asked. */
const beforeContent: readonly MidFailure[] = [
  { k: 0, fault: { kind: 'cut-after', afterTokens: 0 } },
  { k: 0, fault: { kind: 'role-then-die' } },
  { k: 0, fault: { kind: 'empty-delta-then-die' } },
];

/** How long a call may be on its way to an endpoint after the answer that it follows, in ms. */
const onItsWayMs = 100;

/** The other endpoint is the model's own, or that of a model of the list. */
interface FailureBesideOther extends MidFailure {
  readonly inList?: true;
}

/** A model with one endpoint, for which only another model could take over. */
const withFallback: readonly FailureBesideOther[] = [
  { k: 2, fault: { kind: 'cut-after', afterTokens: 2 }, inList: true },
  { k: 2, fault: { kind: 'error-chunk', afterTokens: 2 }, inList: true },
  { k: 2, fault: { kind: 'stall', afterTokens: 2 }, inList: true },
];

const neverAfterContent = defineCheck<FailureBesideOther>({
  rule: 'stream.failover.never-after-content',
  input: midFailure,
  examples: [...soonest, ...withFallback],
  cases: soonest.length + withFallback.length + 3,
  async decide(world, failure) {
    const said = failure.says ?? tokensOf('a', 5);
    const account = await world.account();
    // Both fail alike: which endpoint is asked first is the gateway's choice.
    const others = tokensOf('b', 5);
    const ending = [said, others].map((tokens) => saying(tokens, failure.fault));
    const own = failure.inList === true ? 1 : ending.length;
    const model = await account.model({ upstreams: ending.slice(0, own) });
    const listed = failure.inList === true ? [await account.model({ upstreams: ending.slice(own) })] : [];
    const list = failure.inList === true ? { models: listed.map(({ id }) => id) } : {};
    const exchange = await askFailing(world, { account, model, failure }, list);
    const content = contentOf(exchange);
    const place = [said, others].findIndex((tokens) => content.startsWith(tokens[0] ?? ''));
    if (place < 0) throw new NotExercised('no content of an endpoint reached the client');
    const upstreams = [model, ...listed].flatMap((one) => one.upstreams);
    const [speaker, other] = [upstreams[place], upstreams[1 - place]];
    const began = speaker?.calls()[0]?.ordinal ?? 0;
    // One that was asked before the one that spoke had given the gateway nothing yet when it failed.
    const isAsked = () => other?.calls().some(({ ordinal }) => ordinal > began) === true;
    // What is asked on the side may still be on its way when the stream is over.
    expectThat(world, !(await world.until(isAsked, onItsWayMs)), {
      expected: 'no other endpoint to be asked once content has been sent',
      observed: 'the other endpoint was asked',
      exchanges: [exchange.id],
    });
    await mustFailOver(upstreams, () => askStream(account, model, list));
  },
});

/** `NotExercised` unless the same request has both endpoints asked where they fail before content: nobody goes on where nothing is failed over. */
async function mustFailOver(upstreams: readonly Upstream[], ask: () => Promise<unknown>): Promise<void> {
  const before = upstreams.map((upstream) => upstream.calls().length);
  for (const upstream of upstreams) upstream.script(saying(tokensOf('a', 1), { kind: 'status', status: 500 }));
  await ask();
  const isAsked = upstreams.every((upstream, place) => upstream.calls().length > (before[place] ?? 0));
  if (!isAsked) throw new NotExercised('the target does not fail over where it may, before content');
}

/** `NotExercised` unless two endpoints were asked: nobody mixes what one endpoint says. */
function severalAsked(models: readonly Model[]): void {
  const asked = models.flatMap(({ upstreams }) => upstreams).filter((upstream) => upstream.calls().length > 0);
  if (asked.length < 2) throw new NotExercised('only one endpoint was asked');
}

const noSplice = defineCheck<FailureBesideOther>({
  rule: 'stream.failover.no-splice',
  input: fc.oneof<fc.Arbitrary<FailureBesideOther>[]>(
    midFailure,
    failingAfter(0).map((fault): MidFailure => ({ k: 0, fault })),
    fc.constantFrom(...beforeContent),
  ),
  // Those after which most gateways ask another endpoint come first.
  examples: [...beforeContent, ...soonest.filter(({ says }) => says === undefined), ...withFallback],
  cases: 12 + withFallback.length,
  async decide(world, failure) {
    const account = await world.account();
    const own = failure.inList === true ? [] : [saying(tokensOf('b', 5))];
    const first = await account.model({ upstreams: [saying(tokensOf('a', 5), failure.fault), ...own] });
    const other = await account.model({ upstreams: [saying(tokensOf('c', 5))] });
    const exchange = await askFailing(world, { account, model: first, failure }, { models: [other.id] });
    severalAsked([first, other]);
    const content = contentOf(exchange);
    const speakers = ['a1', 'b1', 'c1'].filter((mark) => content.includes(mark));
    expectThat(world, speakers.length <= 1, {
      expected: 'a stream with content of one endpoint',
      observed: `content of ${speakers.length} endpoints: ${show(content)}`,
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
    const { account, exchange } = await streamFrom(world, [saying(tokensOf('a', 5), fault), saying(said)]);
    const content = contentOf(exchange);
    if (!said.some((word) => content.includes(word))) throw new NotExercised('the target did not fail over');
    await besideControl(
      () =>
        expectThat(world, content === said.join(''), {
          expected: `the whole content of the endpoint that took over: ${show(said.join(''))}`,
          observed: describeStream(exchange),
          exchanges: [exchange.id],
        }),
      () => controlRelayed(account),
    );
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
  const { account, model, exchange } = await streamFrom(world, [saying(tokensOf('a', 5), fault), ...more]);
  faultCouldAct(model, fault);
  await besideControl(
    () => {
      const { errorChunks, content, doneCount } = streamOf(exchange);
      const isHttpError = (exchange.response?.status ?? 0) >= 400 && exchange.ending === 'complete';
      expectThat(world, isHttpError || content.includes('b5') || (errorChunks.length > 0 && doneCount > 0), {
        expected: 'a fail-over, an HTTP error, or an error chunk with [DONE]',
        observed: describeStream(exchange),
        exchanges: [exchange.id],
      });
    },
    () => controlEnded(account),
  );
}

const afterRoleChunk = defineCheck({
  rule: 'stream.failover.after-role-chunk',
  ...every<AfterRole>(
    ...[1, 0].flatMap((others) =>
      (['role-then-die', 'empty-delta-then-die'] as const).map((kind) => ({ fault: { kind }, others })),
    ),
  ),
  decide: expectNotCut,
});

const used = defineCheck({
  rule: 'stream.failover.used',
  ...every<Fault>({ kind: 'status', status: 500 }, { kind: 'refuse-connection' }),
  cases: 3,
  async decide(world, fault) {
    const upstreams = [saying(tokensOf('a', 3), fault), saying(tokensOf('b', 3))];
    const { account, model, exchange } = await streamFrom(world, upstreams);
    // Trying no other endpoint is a freedom (F128).
    if (model.upstreams[1]?.calls().length === 0) throw new NotExercised('the next endpoint was not asked');
    await besideControl(
      () =>
        expectThat(world, contentOf(exchange).includes('b1'), {
          expected: 'the next endpoint of the model to serve',
          observed: describeStream(exchange),
          exchanges: [exchange.id],
        }),
      () => controlRelayed(account),
    );
  },
});

const fallbackModel = defineCheck({
  rule: 'stream.failover.fallback-model',
  ...every<Fault>({ kind: 'status', status: 502 }, { kind: 'refuse-connection' }, { kind: 'status', status: 500 }),
  async decide(world, fault) {
    const account = await world.account();
    const first = await account.model({ upstreams: [saying(tokensOf('a', 3), fault)] });
    const second = await account.model({ upstreams: [saying(tokensOf('b', 3))] });
    const exchange = await askStream(account, first, { models: [second.id] });
    await besideControl(
      () =>
        expectThat(world, contentOf(exchange).includes('b1'), {
          expected: `the fallback model ${second.id} to serve`,
          observed: describeStream(exchange),
          exchanges: [exchange.id],
        }),
      () => controlRelayed(account),
    );
  },
});

/** What each of two endpoints says in its tool call: the first, which dies within it, and the other. */
const words = { first: 'Ulm', other: 'Bonn' };

/** The first endpoint dies before it has said anything, or within a tool call. */
const toolCallsUnmixed = defineCheck({
  rule: 'stream.failover.tool-calls-unmixed',
  ...every<Fault>({ kind: 'role-then-die' }, { kind: 'tool-call-then-die' }),
  cases: 3,
  async decide(world, fault) {
    const call = { id: 'call_b', name: 'look_up', arguments: JSON.stringify({ place: words.other }) };
    const calling = script(turn({ kind: 'chat', tokens: ['b1 '], toolCalls: [call] }));
    const tools = offering(call.name);
    const { model, exchange } = await streamFrom(world, [saying(tokensOf('a', 3), fault), calling], { tools });
    severalAsked([model]);
    const { toolCalls, content, errorChunks } = streamOf(exchange);
    const isSilent = exchange.response?.status === 200 && errorChunks.length === 0 && toolCalls.length === 0;
    controlThat(!isSilent, 'no tool call comes back', 'stream.relay.tool-calls');
    const said = JSON.stringify(toolCalls);
    const isMixed = said.includes(words.first) && (said.includes(words.other) || content.includes('b1'));
    expectThat(world, !isMixed || errorChunks.length > 0, {
      expected: 'the pieces of a tool call of one endpoint, never continued by another',
      observed: `the tool calls ${show(toolCalls)} and the content ${show(content)} of two endpoints in one stream`,
      exchanges: [exchange.id],
    });
  },
});

export default [neverAfterContent, noSplice, toolCallsUnmixed, wholeAnswer, afterRoleChunk, used, fallbackModel];
