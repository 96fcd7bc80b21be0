import {
  caution,
  controlStream,
  defineCheck,
  type Exchange,
  envelopeOf,
  errorAfterComments,
  expectAnswer,
  expectRefusal,
  expectThat,
  type Fault,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { pastSilence } from '../../support/past-silence.ts';
import { askStream, saying, streamFrom, tokensOf } from '../../support/streams.ts';

/**
 * An ordinary HTTP error: a status that says so, and the envelope. Where nothing but comments came before the error, a gateway that kept
 * its client waiting with them is only warned (freedom F118).
 */
function expectHttpError(world: World, exchange: Exchange, why: string): void {
  const { status } = expectAnswer(world, exchange, [429, 503]);
  if (errorAfterComments(exchange) !== undefined) {
    caution(world, {
      expected: `an HTTP error with the envelope, because ${why}`,
      observed: 'status 200, comments, and a chunk with the error',
      exchanges: [exchange.id],
    });
  }
  expectThat(world, status >= 400 && envelopeOf(exchange) !== undefined, {
    expected: `an HTTP error with the envelope, because ${why}`,
    observed: status >= 400 ? `status ${status} without the envelope` : `status ${status}`,
    exchanges: [exchange.id],
  });
}

function beforeAnyChunk(rule: string, why: string, faults: readonly Fault[], timesOut = false) {
  return defineCheck({
    rule,
    ...every(...faults),
    cases: faults.length + 1,
    async decide(world, fault) {
      if (!timesOut)
        return expectHttpError(world, (await streamFrom(world, [saying(tokensOf('a', 3), fault)])).exchange, why);
      const account = await world.account();
      const model = await account.model({ upstreams: [saying(tokensOf('a', 3), fault)] });
      const pending = askStream(account, model);
      await model.upstreams[0]?.call(1);
      expectHttpError(world, await pastSilence(world, account, pending), why);
    },
  });
}

const refusedBody = defineCheck({
  rule: 'stream.early.refused-body',
  ...every<object>({ messages: 7 }, { messages: undefined }, { max_tokens: 'many' }, { temperature: [] }),
  cases: 5,
  async decide(world, defect) {
    const account = await world.account();
    const model = await account.usableModel();
    controlStream(await askStream(account, model));
    expectRefusal(world, await askStream(account, model, defect), 'invalid_request');
  },
});

const unknownModel = defineCheck({
  rule: 'stream.early.unknown-model',
  input: fc.constant('an unknown model'),
  cases: 2,
  async decide(world) {
    const account = await world.account();
    controlStream(await askStream(account, await account.usableModel()));
    const model = world.unique('gateproof/no-such-model');
    const exchange = await account.key.chat({ model, messages: hello, stream: true });
    expectRefusal(world, exchange, 'no_endpoint_available');
  },
});

const missingKey = defineCheck({
  rule: 'stream.early.missing-key',
  input: fc.constant('no key'),
  cases: 1,
  async decide(world) {
    const account = await world.account();
    const model = await account.usableModel();
    controlStream(await askStream(account, model));
    const body = { model: model.id, messages: hello, stream: true };
    expectRefusal(world, await world.send({ method: 'POST', path: '/v1/chat/completions', body }), 'unauthorized');
  },
});

export default [
  refusedBody,
  unknownModel,
  missingKey,
  beforeAnyChunk('stream.early.unreachable', 'no endpoint could be reached', [
    { kind: 'refuse-connection' },
    { kind: 'reset-before-headers' },
  ]),
  beforeAnyChunk('stream.early.server-error', 'the endpoint answered with an error status', [
    { kind: 'status', status: 500 },
    { kind: 'status', status: 502 },
    { kind: 'status', status: 503 },
    { kind: 'html-502' },
    { kind: 'unauthorized' },
    { kind: 'payment-required' },
  ]),
  beforeAnyChunk('stream.early.empty', 'the endpoint ended before any chunk', [
    { kind: 'end-after', afterTokens: 0 },
    { kind: 'cut-after', afterTokens: 0 },
  ]),
  beforeAnyChunk('stream.early.error-event', 'the endpoint began with an error', [
    { kind: 'error-chunk', afterTokens: 0 },
    { kind: 'error-body-with-200' },
  ]),
  beforeAnyChunk(
    'stream.early.timeout',
    'the endpoint never sent a chunk',
    [{ kind: 'hang' }, { kind: 'stall', afterTokens: 0 }],
    true,
  ),
];
