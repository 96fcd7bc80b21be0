import {
  type Account,
  besideControl,
  codeOf,
  controlRefused,
  controlStream,
  controlThat,
  defineCheck,
  type Exchange,
  errorAfterComments,
  expectHttpError,
  expectThat,
  type Fault,
  show,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { blamesClient } from '../../support/blamed.ts';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { faultCouldAct } from '../../support/failing-streams.ts';
import { inFields } from '../../support/field-words.ts';
import { pastSilence } from '../../support/past-silence.ts';
import { askStream, saying, streamFrom, tokensOf } from '../../support/streams.ts';
import { typeRule } from '../../support/type-rules.ts';

/** Why an ordinary HTTP error is due, and whether its code must be one about the endpoint. */
interface Cause {
  readonly why: string;
  /** Default: no, because other rules look at the code. */
  readonly isJudged?: boolean;
  /** Whether the case waits until the endpoint's silence ends. */
  readonly timesOut?: boolean;
}

/** An ordinary HTTP error with the envelope; a target that answers no stream otherwise is not judged. */
function expectEarlyError(world: World, account: Account, exchange: Exchange, cause: Cause): Promise<void> {
  const { why, isJudged = false } = cause;
  return besideControl(
    () => {
      const code = codeOf(exchange) ?? errorAfterComments(exchange)?.code;
      expectThat(world, !isJudged || !(blamesClient(code) || code === 'invalid_request'), {
        expected: `an error about the endpoint, because ${why} and the request was good`,
        observed: `the code ${show(code)}`,
        exchanges: [exchange.id],
      });
      expectHttpError(world, exchange, why);
    },
    async () => controlStream(await askStream(account, await account.model())),
  );
}

/** How the model's endpoint fails, or that of its fallback model too. */
type Failing = readonly [Fault, 'as does a fallback model'?];

function beforeAnyChunk(rule: string, cause: Cause, faults: readonly Fault[]) {
  const inLists = cause.timesOut === true ? [] : faults.slice(0, 1);
  return defineCheck({
    rule,
    ...every<Failing>(
      ...faults.map((fault) => [fault] as const),
      ...inLists.map((fault) => [fault, 'as does a fallback model'] as const),
    ),
    cases: faults.length + inLists.length + 1,
    async decide(world, [fault, alsoFallback]) {
      const failing = saying(tokensOf('a', 3), fault);
      if (alsoFallback !== undefined) {
        const account = await world.account();
        const [model, other] = [
          await account.model({ upstreams: [failing] }),
          await account.model({ upstreams: [failing] }),
        ];
        const exchange = await askStream(account, model, { models: [other.id] });
        faultCouldAct(model, fault);
        return expectEarlyError(world, account, exchange, cause);
      }
      if (cause.timesOut !== true) {
        const { account, model, exchange } = await streamFrom(world, [failing]);
        faultCouldAct(model, fault);
        return expectEarlyError(world, account, exchange, cause);
      }
      const account = await world.account();
      const model = await account.model({ upstreams: [failing] });
      const pending = askStream(account, model);
      await model.upstreams[0]?.call(1);
      const exchange = await pastSilence(world, account, pending);
      faultCouldAct(model, fault);
      await expectEarlyError(world, account, exchange, cause);
    },
  });
}

const refusedBody = defineCheck({
  rule: 'stream.early.refused-body',
  ...every<object>({ messages: 7 }, { messages: undefined }, { max_tokens: 'many' }, { temperature: [] }),
  describe: inFields,
  cases: 5,
  async decide(world, defect) {
    const account = await world.account();
    const model = await account.usableModel();
    controlStream(await askStream(account, model));
    const [field = '', value] = Object.entries(defect)[0] ?? [];
    const rule = value === undefined ? `chat.body.${field}.missing` : typeRule('chat', field, value);
    controlRefused(await account.key.chat({ model: model.id, messages: hello, ...defect }), rule);
    expectHttpError(world, await askStream(account, model, defect), 'the body is invalid');
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
    const body = { model, messages: hello };
    const exchange = await account.key.chat({ ...body, stream: true });
    await besideControl(
      () => expectHttpError(world, exchange, 'nobody serves the model'),
      async () => controlRefused(await account.key.chat(body), 'chat.model.unknown'),
    );
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
    const request = { method: 'POST', path: '/v1/chat/completions' };
    const body = { model: model.id, messages: hello };
    const plain = await world.send({ ...request, body });
    // For its key, and not for a model that nobody without a key has.
    controlThat(plain.response?.status === 401, 'a chat without a key is not refused with 401', 'auth.key.missing');
    expectHttpError(world, await world.send({ ...request, body: { ...body, stream: true } }), 'there is no key');
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
