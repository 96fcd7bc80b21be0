import {
  type Account,
  besideControl,
  caution,
  controlThat,
  defineCheck,
  type Exchange,
  expectThat,
  type Fault,
  headerOf,
  isObject,
  type JsonObject,
  type Model,
  NotExercised,
  type StreamReading,
  sentErrorCodes,
  streamOf,
  type World,
} from '@gateproof/harness';
import { errorTable, serviceNames } from '@gateproof/spec';
import fc from 'fast-check';
import { askedForStream, askFailing, type MidFailure, streamHasBegun } from '../../support/failing-streams.ts';
import { broken } from '../../support/fallbacks.ts';
import { chatUnder } from '../../support/idempotent-chat.ts';
import { isAbsent, isFilledString } from '../../support/json.ts';
import { shown } from '../../support/standing-table.ts';
import { askStream, controlEnded, controlRelayed, describeStream, saying, tokensOf } from '../../support/streams.ts';

const total = 5;
/** Without the chunk itself the other rules have nothing to speak of. */
const chunkRule = 'stream.failure.chunk';

/** An endpoint that fails after one to four of five tokens, in one of several ways. */
const failures: fc.Arbitrary<MidFailure> = fc
  .record({ k: fc.integer({ min: 1, max: total - 1 }), how: fc.constantFrom('cut-after', 'error-chunk', 'end-after') })
  .map(({ k, how }) => ({ k, fault: { kind: how, afterTokens: k } as Fault }));

/** Failures of other kinds: whether they are reported is for other rules; how they are reported is not. */
const others: readonly MidFailure[] = [
  { k: 2, fault: { kind: 'malformed-json', afterTokens: 2 } },
  { k: 2, fault: { kind: 'stall', afterTokens: 2 } },
  {
    k: 2,
    fault: {
      kind: 'error-chunk',
      afterTokens: 2,
      error: { message: 'refused', type: 'content_policy', code: 'content_policy_violation' },
    },
  },
];

/** A failure beside somebody else who could have served, or who had failed before, or one that is asked for again under its key. */
interface Accompanied extends MidFailure {
  readonly circumstance?: 'another endpoint' | 'a list' | 'a model that failed before' | 'itself, asked again';
}

/** After content none of them may take over, and the failure is reported all the same. */
const accompanied: readonly Accompanied[] = [
  ...(['another endpoint', 'a list'] as const).flatMap((circumstance): readonly Accompanied[] => [
    { k: 2, fault: { kind: 'cut-after', afterTokens: 2 }, circumstance },
    { k: 1, fault: { kind: 'error-chunk', afterTokens: 1 }, circumstance },
  ]),
  { k: 2, fault: { kind: 'cut-after', afterTokens: 2 }, circumstance: 'a model that failed before' },
  { k: 2, fault: { kind: 'error-chunk', afterTokens: 2 }, circumstance: 'itself, asked again' },
];
/** Those that every rule looks at. */
const judgedByAll = accompanied.slice(-2);

/** Failures long after the first content token. */
const late: readonly MidFailure[] = [
  { k: 60, fault: { kind: 'cut-after', afterTokens: 60 } },
  { k: 24, fault: { kind: 'error-chunk', afterTokens: 24 } },
];

interface Failed {
  readonly exchange: Exchange;
  readonly stream: StreamReading;
  readonly error: JsonObject;
  readonly k: number;
}

/** Whether it holds, and both halves of what to say if not; `doubtful` where a freedom only warns. */
interface Looked {
  readonly holds: boolean | 'doubtful';
  readonly expected: string;
  readonly observed: string;
}

/** Streams from a model that fails so. */
async function ask(
  world: World,
  failing: { readonly account: Account; readonly model: Model; readonly failure: Accompanied },
  list: object,
): Promise<Exchange> {
  const { account, model, failure } = failing;
  if (failure.circumstance === 'a model that failed before')
    return askStream(account, await account.model({ upstreams: [broken] }), { models: [model.id] });
  if (failure.circumstance !== 'itself, asked again') return askFailing(world, failing, list);
  const key = world.unique('key');
  await chatUnder(account.key, model, key, { stream: true });
  return chatUnder(account.key, model, key, { stream: true });
}

/** One thing that must hold of the chunk that reports a failure after content; `beside` is what must hold without a failure for a break to count. */
function failureHolds(
  rule: string,
  look: (failed: Failed, world: World) => Looked,
  beside?: (account: Account) => Promise<void>,
) {
  const examples = rule === chunkRule ? [...late, ...accompanied] : [...others, ...late, ...judgedByAll];
  return defineCheck<Accompanied>({
    rule,
    input: failures,
    examples,
    cases: 6 + examples.length,
    async decide(world, failure) {
      const { k } = failure;
      const account = await world.account();
      const other = saying(tokensOf('b', total));
      const more = failure.circumstance === 'another endpoint' ? [other] : [];
      const model = await account.model({
        upstreams: [saying(tokensOf('a', Math.max(total, k + 1)), failure.fault), ...more],
      });
      const list =
        failure.circumstance === 'a list' ? { models: [(await account.model({ upstreams: [other] })).id] } : {};
      const exchange = await ask(world, { account, model, failure }, list);
      askedForStream(model);
      streamHasBegun(exchange);
      const stream = streamOf(exchange);
      if (stream.content.startsWith('b1')) throw new NotExercised('the other served before any content had been sent');
      if (others.includes(failure) && stream.errorChunks.length === 0)
        throw new NotExercised('the failure was not reported by a chunk with an error');
      const wentOn = stream.content.includes('b1');
      controlThat(!wentOn, 'another endpoint went on with the stream', 'stream.failover.never-after-content');
      if (rule !== chunkRule)
        controlThat(stream.errorChunks.length > 0, 'the failure was not reported by a chunk with an error', chunkRule);
      const error = stream.errorChunks[0]?.json.error;
      const judge = () =>
        judged(world, look({ exchange, stream, k, error: isObject(error) ? error : {} }, world), exchange);
      await (beside === undefined ? judge() : besideControl(judge, () => beside(account)));
    },
  });
}

/** States what a look at the failure came to. */
function judged(world: World, { holds, expected, observed }: Looked, { id }: Exchange): void {
  const finding = { expected, observed, exchanges: [id] };
  if (holds === 'doubtful') caution(world, finding);
  expectThat(world, holds, finding);
}

const always = ['code', 'message', 'kind', 'scope', 'type', 'param'];

/** A field that every error has: an error chunk that lacks it is only warned about (freedom F116). */
function field(name: string, { error }: Failed, { holds, expected, observed }: Looked): Looked {
  if (Object.hasOwn(error, name)) return { holds, expected, observed };
  return { holds: 'doubtful', expected, observed: `an error without ${name}: ${shown(error)}` };
}

/** How many of the tokens that were streamed are lacking in the content, if nothing else is wrong with it; undefined otherwise. */
function lackingTokens(content: string, k: number): number | undefined {
  const tokens = tokensOf('a', k);
  const whole = tokens.join('');
  if (!whole.startsWith(content)) return undefined;
  const kept = tokens.findIndex((_, index) => tokens.slice(0, index + 1).join('').length > content.length);
  return kept < 0 ? 0 : k - kept;
}

export default [
  failureHolds(chunkRule, ({ exchange, stream }) => ({
    holds: isObject(stream.errorChunks[0]?.json.error),
    expected: 'a chunk whose `error` is an object, after the content that the endpoint streamed before it failed',
    observed: describeStream(exchange),
  })),
  failureHolds('stream.failure.chunk-last', ({ stream }) => ({
    holds: stream.chunks.at(-1) === stream.errorChunks[0],
    expected: 'the chunk with the error to be the last chunk',
    observed: `the chunk ${shown(stream.chunks.at(-1)?.json)} after it`,
  })),
  failureHolds(
    'stream.failure.done-follows',
    ({ exchange, stream }) => ({
      holds: stream.doneIsLast,
      expected: 'data: [DONE] after the error chunk, as the last event',
      observed: describeStream(exchange),
    }),
    controlEnded,
  ),
  failureHolds(
    'stream.failure.prefix-kept',
    ({ stream, k }) => {
      const lacking = lackingTokens(stream.content, k);
      return {
        // A relay may hold back its last chunk (freedom F144).
        holds: lacking === undefined ? false : lacking <= 1 || 'doubtful',
        expected: `the content that the endpoint streamed before it failed: ${shown(tokensOf('a', k).join(''))}`,
        observed: shown(stream.content),
      };
    },
    controlRelayed,
  ),
  failureHolds('stream.failure.code', (failed) =>
    field('code', failed, {
      holds: sentErrorCodes.some((code) => code === failed.error.code),
      expected: `code to be one of ${sentErrorCodes.join(', ')}`,
      observed: shown(failed.error.code),
    }),
  ),
  failureHolds('stream.failure.kind', (failed) => {
    const { code, kind } = failed.error;
    if (!Object.hasOwn(failed.error, 'code'))
      throw new NotExercised('the error has no code that the table could give a kind');
    const row = typeof code === 'string' ? errorTable.get(code) : undefined;
    controlThat(row !== undefined, `the table has no code ${shown(code)}`, 'stream.failure.code');
    return field('kind', failed, {
      holds: kind === row.kind,
      expected: `kind ${row.kind}, as the table has it for ${code}`,
      observed: shown(kind),
    });
  }),
  failureHolds('stream.failure.message', (failed) =>
    field('message', failed, {
      holds: isFilledString(failed.error.message),
      expected: 'a message that is a non-empty string',
      observed: shown(failed.error.message),
    }),
  ),
  failureHolds('stream.failure.envelope-fields', ({ error }) => {
    const lacking = always.filter((name) => !Object.hasOwn(error, name));
    return {
      holds: lacking.length === 0,
      expected: `${always.join(', ')} in the error`,
      observed: `an error without ${lacking.join(', ')}: ${shown(error)}`,
    };
  }),
  failureHolds('stream.failure.request-id', ({ error, exchange }, world) => {
    const header = headerOf(exchange, serviceNames(world.prefix).requestIdHeader);
    if (isAbsent(error.request_id) || header === undefined)
      throw new NotExercised('the chunk or the header has no request id');
    return {
      holds: error.request_id === header,
      expected: `request_id ${header} as in the header`,
      observed: shown(error.request_id),
    };
  }),
  failureHolds('stream.failure.generation-id', ({ error, stream }) => {
    if (stream.content === '') throw new NotExercised('no content had reached the client');
    return {
      holds: isFilledString(error.generation_id),
      expected: 'a generation_id that is a non-empty string, because the generation had content',
      observed: `the error ${shown(error)}`,
    };
  }),
  failureHolds('stream.failure.no-conflict-fields', ({ error }) => {
    const present = ['state', 'usage', 'cost'].filter((name) => !isAbsent(error[name]));
    return {
      holds: present.length === 0,
      expected: 'none of state, usage and cost',
      observed: `${present.join(', ')} in the error ${shown(error)}`,
    };
  }),
];
