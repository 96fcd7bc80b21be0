import {
  type Account,
  besideControl,
  codeOf,
  controlThat,
  defineCheck,
  type Exchange,
  expectThat,
  type Fault,
  isObject,
  script,
  streamOf,
  turn,
  type World,
} from '@gateproof/harness';
import { errorTable } from '@gateproof/spec';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import { faultCouldAct, streamHasBegun } from '../../support/failing-streams.ts';
import { pastSilence } from '../../support/past-silence.ts';
import {
  askStream,
  controlEnded,
  describeStream,
  expectFailedStream,
  saying,
  streamFrom,
  tokensOf,
} from '../../support/streams.ts';

/** The codes under which a failure without a message may be reported; 'internal_error' is left to the gateway unless it waited in vain (freedom F054). */
const endpointCodes = [
  'provider_unavailable',
  'provider_empty_response',
  'provider_payment_required',
  'provider_unauthorized',
  'snapshot_expired',
  'rate_limited',
  'upstream_timeout',
  'request_timeout',
];

/** States that the failure is not reported as one of the client's request, key or account. Codes beyond the table are for another rule. */
function expectEndpointBlamed(world: World, exchange: Exchange, codes: readonly string[]): void {
  for (const { json } of expectFailedStream(world, exchange).errorChunks) {
    const code = isObject(json.error) ? String(json.error.code) : '';
    expectThat(world, codes.includes(code) || !errorTable.has(code), {
      expected: `an error about the endpoint, because it failed and the request was good: ${codes.join(', ')}`,
      observed: `the code ${code}`,
      exchanges: [exchange.id],
    });
  }
}

/** Fails after content, which an error chunk and `[DONE]` report to the client. */
function toldByChunk(rule: string, faults: readonly Fault[]) {
  return defineCheck({
    rule,
    ...every(...faults),
    async decide(world, fault) {
      const { account, model, exchange } = await streamFrom(world, [saying(tokensOf('a', 5), fault)]);
      faultCouldAct(model, fault);
      streamHasBegun(exchange);
      // What an endpoint says of itself in an error event is a `server_error`, which amounts to no fault of the client.
      const codes = [...endpointCodes, 'internal_error'];
      await besideControl(
        () => expectEndpointBlamed(world, exchange, codes),
        () => controlEnded(account),
      );
    },
  });
}

/** After so many tokens of five. */
const places = [1, 4, 2];

const stall = defineCheck({
  rule: 'stream.failure-cause.stall',
  input: fc.integer({ min: 1, max: 3 }),
  cases: 2,
  describe: (k) => `silence after ${k} tokens`,
  async decide(world, k) {
    const account = await world.account();
    const fault: Fault = { kind: 'stall', afterTokens: k };
    const model = await account.model({ upstreams: [saying(tokensOf('a', 5), fault)] });
    const pending = askStream(account, model);
    const call = await model.upstreams[0]?.call(1);
    await world.until(() => call !== undefined && call.tokensSent >= k, 2_000);
    const exchange = await pastSilence(world, account, pending);
    faultCouldAct(model, fault);
    streamHasBegun(exchange);
    await besideControl(
      () => expectEndpointBlamed(world, exchange, endpointCodes),
      () => controlEnded(account),
    );
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
    const { account, exchange } = await streamFrom(world, [upstream]);
    // A refusal in place of the stream reports it as well.
    if (exchange.response?.status === 403 && codeOf(exchange) === 'moderation_refused') return world.stated();
    streamHasBegun(exchange);
    const { errorChunks, finishReason, doneCount } = streamOf(exchange);
    await besideControl(
      () =>
        expectThat(world, (errorChunks.length > 0 || finishReason !== undefined) && doneCount > 0, {
          expected: 'an error chunk or a finish_reason, and [DONE]',
          observed: `${describeStream(exchange)}, finish_reason ${finishReason ?? 'missing'}`,
          exchanges: [exchange.id],
        }),
      async () => {
        await controlEnded(account);
        if (how === 'finish') await controlFinishReason(account);
      },
    );
  },
});

/** A stream that goes well says why it ended; otherwise `SetupFailed`. */
async function controlFinishReason(account: Account): Promise<void> {
  const { finishReason } = streamOf(await askStream(account, await account.model()));
  controlThat(finishReason !== undefined, 'no stream says why it ended', 'stream.relay.finish-reason');
}

export default [
  toldByChunk('stream.failure-cause.cut', [
    ...places.map((afterTokens): Fault => ({ kind: 'cut-after', afterTokens })),
    { kind: 'tool-call-then-die' },
  ]),
  ...(
    [
      ['error-event', 'error-chunk'],
      ['malformed', 'malformed-json'],
      ['early-end', 'end-after'],
    ] as const
  ).map(([cause, kind]) =>
    toldByChunk(
      `stream.failure-cause.${cause}`,
      places.map((afterTokens): Fault => ({ kind, afterTokens })),
    ),
  ),
  stall,
  moderation,
];
