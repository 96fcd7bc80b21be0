import { defineCheck, expectStream, expectThat, type Fault, script, turn } from '@gateproof/harness';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import { codeOf } from '../../support/json.ts';
import { askStream, expectFailedStream, saying, streamFrom, tokensOf } from '../../support/streams.ts';

/** Fails after content, which the client is told by an error chunk and `[DONE]`. */
function toldByChunk(rule: string, fault: (k: number) => Fault) {
  return defineCheck({
    rule,
    ...every(1, 4, 2),
    cases: 3,
    async decide(world, k) {
      const { exchange } = await streamFrom(world, [saying(tokensOf('a', 5), fault(k))]);
      expectFailedStream(world, exchange);
    },
  });
}

const stall = defineCheck({
  rule: 'stream.failure-cause.stall',
  input: fc.integer({ min: 1, max: 3 }),
  cases: 2,
  async decide(world, k) {
    const account = await world.account();
    const model = await account.model({ upstreams: [saying(tokensOf('a', 5), { kind: 'stall', afterTokens: k })] });
    const pending = askStream(account, model);
    const call = await model.upstreams[0]?.call(1);
    await world.until(() => call !== undefined && call.tokensSent >= k, 2_000);
    await account.advance(world.upstreamTimeoutMs + 1_000);
    expectFailedStream(world, await pending);
  },
});

const moderation = defineCheck({
  rule: 'stream.failure-cause.moderation',
  ...every('finish', 'error'),
  cases: 3,
  async decide(world, how) {
    const upstream =
      how === 'finish'
        ? script(turn({ kind: 'chat', tokens: tokensOf('a', 3), finishReason: 'content_filter' }))
        : saying(tokensOf('a', 5), {
            kind: 'error-chunk',
            afterTokens: 2,
            error: { message: 'refused', type: 'content_policy', code: 'content_policy_violation' },
          });
    const { exchange } = await streamFrom(world, [upstream]);
    // Before anything was sent it is an ordinary HTTP error.
    if (codeOf(exchange) === 'moderation_refused' && exchange.response?.status === 403) return world.stated();
    const stream = expectStream(world, exchange);
    const told = stream.errorChunks.length > 0 || stream.finishReason !== undefined;
    expectThat(world, told && stream.doneCount > 0, {
      expected: 'an error chunk or a finish_reason, and [DONE]',
      observed: `${stream.errorChunks.length} error chunks, finish_reason ${stream.finishReason}, [DONE] ${stream.doneCount} times`,
      exchanges: [exchange.id],
    });
  },
});

export default [
  toldByChunk('stream.failure-cause.cut', (afterTokens) => ({ kind: 'cut-after', afterTokens })),
  toldByChunk('stream.failure-cause.error-event', (afterTokens) => ({ kind: 'error-chunk', afterTokens })),
  toldByChunk('stream.failure-cause.malformed', (afterTokens) => ({ kind: 'malformed-json', afterTokens })),
  toldByChunk('stream.failure-cause.early-end', (afterTokens) => ({ kind: 'end-after', afterTokens })),
  stall,
  moderation,
];
