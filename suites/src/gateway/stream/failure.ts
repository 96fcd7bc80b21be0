import {
  controlThat,
  defineCheck,
  type Exchange,
  expectThat,
  type Fault,
  headerOf,
  isObject,
  type JsonObject,
  NotExercised,
  type StreamReading,
  streamOf,
  type World,
} from '@gateproof/harness';
import { errorTable, serviceNames } from '@gateproof/spec';
import fc from 'fast-check';
import { askedForStream, askFailing, type MidFailure, streamHasBegun } from '../../support/failing-streams.ts';
import { broken } from '../../support/fallbacks.ts';
import { isAbsent, isFilledString } from '../../support/json.ts';
import { shown } from '../../support/standing-table.ts';
import { askStream, saying, tokensOf } from '../../support/streams.ts';

const total = 5;
/** Without the chunk itself the other rules have nothing to speak of. */
const told = 'stream.failure.chunk';

/** An endpoint that fails after one to four of five tokens, in one of several ways. */
const failures: fc.Arbitrary<MidFailure> = fc
  .record({ k: fc.integer({ min: 1, max: total - 1 }), how: fc.constantFrom('cut-after', 'error-chunk', 'end-after') })
  .map(({ k, how }) => ({ k, fault: { kind: how, afterTokens: k } as Fault }));

/** Failures of other kinds: whether they are told is for other rules; how they are told, is not. */
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

/** A failure beside somebody else who could have served, or who had failed before. */
interface Accompanied extends MidFailure {
  readonly company?: 'another endpoint' | 'a list' | 'a model that failed before';
}

/** After content none of them may take over, and the failure is told all the same. */
const accompanied: readonly Accompanied[] = [
  ...(['another endpoint', 'a list'] as const).flatMap((company): readonly Accompanied[] => [
    { k: 2, fault: { kind: 'cut-after', afterTokens: 2 }, company },
    { k: 1, fault: { kind: 'error-chunk', afterTokens: 1 }, company },
  ]),
  { k: 2, fault: { kind: 'cut-after', afterTokens: 2 }, company: 'a model that failed before' },
];

interface Failed {
  readonly exchange: Exchange;
  readonly stream: StreamReading;
  readonly error: JsonObject;
  readonly k: number;
}

/** One thing that must hold of the chunk that tells a failure after content. */
function failureHolds(
  rule: string,
  look: (
    world: World,
    failed: Failed,
  ) => { readonly holds: boolean; readonly expected: string; readonly observed: string },
) {
  return defineCheck<Accompanied>({
    rule,
    input: failures,
    examples: rule === told ? accompanied : others,
    cases: rule === told ? 6 + accompanied.length : 6 + others.length,
    async decide(world, failure) {
      const { k } = failure;
      const account = await world.account();
      const other = saying(tokensOf('b', total));
      const more = failure.company === 'another endpoint' ? [other] : [];
      const model = await account.model({ upstreams: [saying(tokensOf('a', total), failure.fault), ...more] });
      const list = failure.company === 'a list' ? { models: [(await account.model({ upstreams: [other] })).id] } : {};
      const exchange =
        failure.company === 'a model that failed before'
          ? await askStream(account, await account.model({ upstreams: [broken] }), { models: [model.id] })
          : await askFailing(world, { account, model, failure }, list);
      askedForStream(model);
      streamHasBegun(exchange);
      const stream = streamOf(exchange);
      if (stream.content.startsWith('b1')) throw new NotExercised('the other served before any content had been sent');
      if (others.includes(failure) && stream.errorChunks.length === 0)
        throw new NotExercised('the failure was not told by a chunk with an error');
      if (failure.fault.kind === 'cut-after' && exchange.response?.status === 502)
        throw new NotExercised('the connection was lost before the gateway had read any content');
      if (rule !== told)
        controlThat(stream.errorChunks.length > 0, 'the failure was not told by a chunk with an error', told);
      const error = stream.errorChunks[0]?.json.error;
      const { holds, expected, observed } = look(world, { exchange, stream, k, error: isObject(error) ? error : {} });
      expectThat(world, holds, { expected, observed, exchanges: [exchange.id] });
    },
  });
}

const always = ['code', 'message', 'kind', 'scope', 'type', 'param'];

export default [
  failureHolds(told, (_world, { stream }) => {
    const error = stream.errorChunks[0]?.json.error;
    return { holds: isObject(error), expected: 'error to be an object', observed: shown(error) };
  }),
  failureHolds('stream.failure.chunk-last', (_world, { stream }) => ({
    holds: stream.chunks.at(-1) === stream.errorChunks[0],
    expected: 'the chunk with the error to be the last chunk',
    observed: 'another chunk after it',
  })),
  failureHolds('stream.failure.done-follows', (_world, { stream }) => ({
    holds: stream.doneIsLast,
    expected: 'data: [DONE] after the error chunk, as the last event',
    observed: stream.doneCount > 0 ? 'another event after [DONE]' : 'a stream that ends without it',
  })),
  failureHolds('stream.failure.prefix-kept', (_world, { stream, k }) => {
    const sent = tokensOf('a', k).join('');
    return {
      holds: stream.content === sent,
      expected: `the content that the endpoint streamed before it failed: ${shown(sent)}`,
      observed: shown(stream.content),
    };
  }),
  failureHolds('stream.failure.code', (_world, { error }) => ({
    holds: typeof error.code === 'string' && errorTable.has(error.code),
    expected: "a code of the contract's table",
    observed: shown(error.code),
  })),
  failureHolds('stream.failure.kind', (_world, { error }) => {
    const kind = errorTable.get(String(error.code))?.kind;
    return {
      holds: error.kind === kind,
      expected: `kind ${kind} with code ${String(error.code)}`,
      observed: shown(error.kind),
    };
  }),
  failureHolds('stream.failure.message', (_world, { error }) => ({
    holds: isFilledString(error.message),
    expected: 'a message that is a non-empty string',
    observed: shown(error.message),
  })),
  failureHolds('stream.failure.envelope-fields', (_world, { error }) => {
    const lacking = always.filter((name) => !Object.hasOwn(error, name));
    return {
      holds: lacking.length === 0,
      expected: `${always.join(', ')} in the error`,
      observed: `no ${lacking.join(', ')}`,
    };
  }),
  failureHolds('stream.failure.request-id', (world, { error, exchange }) => {
    const header = headerOf(exchange, serviceNames(world.prefix).requestIdHeader);
    if (isAbsent(error.request_id) || header === undefined)
      throw new NotExercised('the chunk or the header has no request id');
    return {
      holds: error.request_id === header,
      expected: `request_id ${header} as in the header`,
      observed: shown(error.request_id),
    };
  }),
  failureHolds('stream.failure.generation-id', (_world, { error }) => ({
    holds: isFilledString(error.generation_id),
    expected: 'a generation_id, because the generation had content',
    observed: shown(error.generation_id),
  })),
  failureHolds('stream.failure.no-conflict-fields', (_world, { error }) => {
    const present = ['state', 'usage', 'cost'].filter((name) => !isAbsent(error[name]));
    return { holds: present.length === 0, expected: 'none of state, usage and cost', observed: present.join(', ') };
  }),
];
