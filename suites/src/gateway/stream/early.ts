import {
  caution,
  controlRefused,
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
import { blamesClient } from '../../support/blamed.ts';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { faultCouldAct } from '../../support/failing-streams.ts';
import { pastSilence } from '../../support/past-silence.ts';
import { askStream, saying, streamFrom, tokensOf } from '../../support/streams.ts';
import { typeRule } from '../../support/type-rules.ts';

/** Why an ordinary HTTP error is due, and whether its code must be one about the endpoint. */
interface Cause {
  readonly why: string;
  /** Default: no, because other rules look at the code. */
  readonly isJudged?: boolean;
  /** Whether the endpoint's silence has to be waited out. */
  readonly timesOut?: boolean;
}

/**
 * An ordinary HTTP error: a status that says so, and the envelope. Where nothing of an answer came before the error, a gateway that kept its
 * client waiting with comments or a role is only warned (freedom F118).
 */
function expectHttpError(world: World, exchange: Exchange, { why, isJudged = false }: Cause): void {
  const { status } = expectAnswer(world, exchange, [429, 503]);
  const late = errorAfterComments(exchange);
  const code = envelopeOf(exchange)?.code ?? late?.code;
  expectThat(world, !isJudged || !(blamesClient(code) || code === 'invalid_request'), {
    expected: `an error about the endpoint, because ${why} and the request was good`,
    observed: String(code),
    exchanges: [exchange.id],
  });
  if (late !== undefined) {
    caution(world, {
      expected: `an HTTP error with the envelope, because ${why}`,
      observed: 'status 200, nothing of an answer, and a chunk with the error',
      exchanges: [exchange.id],
    });
  }
  expectThat(world, status >= 400 && envelopeOf(exchange) !== undefined, {
    expected: `an HTTP error with the envelope, because ${why}`,
    observed: status >= 400 ? `status ${status} without the envelope` : `status ${status}`,
    exchanges: [exchange.id],
  });
}

function beforeAnyChunk(rule: string, cause: Cause, faults: readonly Fault[]) {
  return defineCheck({
    rule,
    ...every(...faults),
    cases: faults.length + 1,
    async decide(world, fault) {
      if (cause.timesOut !== true) {
        const { model, exchange } = await streamFrom(world, [saying(tokensOf('a', 3), fault)]);
        faultCouldAct(model, fault);
        return expectHttpError(world, exchange, cause);
      }
      const account = await world.account();
      const model = await account.model({ upstreams: [saying(tokensOf('a', 3), fault)] });
      const pending = askStream(account, model);
      await model.upstreams[0]?.call(1);
      const exchange = await pastSilence(world, account, pending);
      faultCouldAct(model, fault);
      expectHttpError(world, exchange, cause);
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
    const [field = '', value] = Object.entries(defect)[0] ?? [];
    const rule = value === undefined ? `chat.body.${field}.missing` : typeRule('chat', field, value);
    controlRefused(await account.key.chat({ model: model.id, messages: hello, ...defect }), rule);
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
  beforeAnyChunk('stream.early.unreachable', { why: 'no endpoint could be reached' }, [
    { kind: 'refuse-connection' },
    { kind: 'reset-before-headers' },
  ]),
  beforeAnyChunk('stream.early.server-error', { why: 'the endpoint answered with an error status' }, [
    { kind: 'status', status: 500 },
    { kind: 'status', status: 502 },
    { kind: 'status', status: 503 },
    { kind: 'html-502' },
    { kind: 'unauthorized' },
    { kind: 'payment-required' },
  ]),
  beforeAnyChunk('stream.early.empty', { why: 'the endpoint ended before any chunk' }, [
    { kind: 'end-after', afterTokens: 0 },
    { kind: 'cut-after', afterTokens: 0 },
  ]),
  beforeAnyChunk('stream.early.error-event', { why: 'the endpoint began with an error', isJudged: true }, [
    { kind: 'error-chunk', afterTokens: 0 },
    { kind: 'error-body-with-200' },
  ]),
  beforeAnyChunk('stream.early.timeout', { why: 'the endpoint never sent a chunk', timesOut: true }, [
    { kind: 'hang' },
    { kind: 'stall', afterTokens: 0 },
  ]),
];
