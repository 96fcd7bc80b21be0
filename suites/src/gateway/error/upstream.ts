import {
  caution,
  codeOf,
  controlAnswer,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectAnyRefusal,
  expectThat,
  type Fault,
  type Model,
  SetupFailed,
  show,
} from '@gateproof/harness';
import { answerBlamesClient, blamesClient } from '../../support/blamed.ts';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { streamWords } from '../../support/field-words.ts';
import { keyedWithNotes } from '../../support/keyed-with-notes.ts';
import { unavailableCodes } from '../../support/lost-connection.ts';
import { pastSilence } from '../../support/past-silence.ts';
import { controlReported, errorStatus, reportedError } from '../../support/reported-error.ts';
import { shown } from '../../support/standing-table.ts';
import { askStream, saying, tokensOf } from '../../support/streams.ts';

/** An endpoint that says itself that it ran out of time is unavailable, or late. */
const lateCodes: readonly string[] = ['upstream_timeout', 'request_timeout'];

function isLate(fault: Fault): boolean {
  return fault.kind === 'status' && fault.status === 504;
}

interface Codes {
  readonly codes: readonly string[];
  readonly tolerated?: readonly string[];
}

/** The model's only endpoint fails in one of these ways; the client gets one of the codes. */
function leadsTo(
  rule: string,
  faults: readonly Fault[],
  codesFor: readonly string[] | ((fault: Fault) => Codes),
  streamed: readonly Fault[] = faults,
) {
  const rows: readonly { readonly fault: Fault; readonly stream: boolean; readonly isKeyed?: boolean }[] = [
    ...faults.map((fault) => ({ fault, stream: false })),
    ...streamed.map((fault) => ({ fault, stream: true })),
    // Under an idempotency key, and asking for notes.
    ...faults.slice(0, 1).map((fault) => ({ fault, stream: false, isKeyed: true })),
    ...streamed.slice(0, 1).map((fault) => ({ fault, stream: true, isKeyed: true })),
  ];
  return defineCheck({
    rule,
    ...every(...rows),
    async decide(world, { fault, stream, isKeyed }) {
      const account = await world.account();
      const model = await account.model({ upstreams: [saying(tokensOf('a', 3), fault)] });
      const body = { model: model.id, messages: hello, stream };
      const exchange = await account.key.chat(body, isKeyed === true ? keyedWithNotes(world) : {});
      const { codes, tolerated = [] } = typeof codesFor === 'function' ? codesFor(fault) : { codes: codesFor };
      expectAnyRefusal(world, exchange, isLate(fault) ? [...codes, ...lateCodes] : codes, { tolerated });
    },
  });
}

const timeout = defineCheck({
  rule: 'error.upstream.timeout',
  ...every(false, true),
  cases: 3,
  describe: streamWords,
  async decide(world, stream) {
    const account = await world.account();
    const model = await account.model({ upstreams: [saying(tokensOf('a', 3), { kind: 'hang' })] });
    const pending = stream ? askStream(account, model) : account.key.chat({ model: model.id, messages: hello });
    await model.upstreams[0]?.call(1);
    const exchange = await pastSilence(world, account, pending);
    expectAnyRefusal(world, exchange, ['upstream_timeout', 'request_timeout', 'provider_unavailable']);
  },
});

/** A stream may have begun with the role before it turns out to be empty (freedom F114): then its error chunk carries the code. */
const empty = defineCheck({
  rule: 'error.upstream.empty',
  ...every<{ readonly variant: 'no-items' | 'no-content'; readonly stream: boolean }>(
    { variant: 'no-items', stream: false },
    { variant: 'no-content', stream: false },
    { variant: 'no-content', stream: true },
    { variant: 'no-items', stream: true },
  ),
  async decide(world, { variant, stream }) {
    const account = await world.account();
    const model = await account.model({ upstreams: [saying(tokensOf('a', 3), { kind: 'empty', variant })] });
    const exchange = await account.key.chat({ model: model.id, messages: hello, stream });
    if (!stream || errorStatus(exchange) !== undefined)
      return void expectAnyRefusal(world, exchange, ['provider_empty_response']);
    controlAnswer(exchange, [429, 503]);
    const error = reportedError(exchange);
    const code = error?.code;
    const finding = {
      expected: '502 provider_empty_response, or an error chunk, because the endpoint sent no output',
      observed:
        code === undefined
          ? `${error === undefined ? 'no error' : 'no code'}: ${describeAnswer(exchange)}`
          : `the code ${shown(code)}`,
      exchanges: [exchange.id],
    };
    // Whoever relays each chunk as it comes has sent the role, and may take the end for a good one; where no chunk has a choice there is nothing to relay (freedom F056).
    // What an error chunk must hold is for other rules (freedom F116).
    if (code === undefined && (variant === 'no-content' || error !== undefined)) caution(world, finding);
    // Once a stream has begun, a gateway may have one code for each way in which it is not completed.
    expectThat(world, code === 'provider_empty_response' || code === 'provider_unavailable', finding);
  },
});

/** The endpoint has been asked, so that what the answer reports is its failure. */
function controlAsked(model: Model, exchange: Exchange): void {
  if (model.upstreams.some((upstream) => upstream.calls().length > 0)) return;
  throw new SetupFailed('the endpoint was not asked', {
    prerequisite: 'chat.forward.once',
    exchanges: [exchange.id],
  });
}

const forbidden = defineCheck({
  rule: 'error.upstream.forbidden',
  ...every(false, true),
  cases: 3,
  describe: streamWords,
  async decide(world, stream) {
    const account = await world.account();
    const model = await account.model({ upstreams: [saying(tokensOf('a', 3), { kind: 'status', status: 403 })] });
    const exchange = await account.key.chat({ model: model.id, messages: hello, stream });
    controlAnswer(exchange, [429, 503]);
    controlAsked(model, exchange);
    const status = errorStatus(exchange);
    // What else is wrong with the error is for other rules.
    const code =
      status === undefined ? controlReported(exchange, 'error.upstream.unauthorized').code : codeOf(exchange);
    expectThat(world, !answerBlamesClient(status, code), {
      expected: "an error about the endpoint: it refused the gateway, not the client's key",
      observed: describeAnswer(exchange),
      exchanges: [exchange.id],
    });
  },
});

/** What the endpoint's own error says, in words that nobody else uses. */
const inner = { type: 'inner_error', code: 'inner_code' };

const relayable = [400, 404, 409, 422, 500, 503].flatMap((status) => [
  { status, stream: false },
  { status, stream: true },
]);

const notRelayed = defineCheck({
  rule: 'error.upstream.not-relayed',
  ...every(...relayable),
  async decide(world, { status, stream }) {
    const message = world.unique('an inner detail of the endpoint');
    const account = await world.account();
    const body = { error: { ...inner, message, param: null } };
    const model = await account.model({ upstreams: [saying(tokensOf('a', 3), { kind: 'status', status, body })] });
    const exchange = await account.key.chat({ model: model.id, messages: hello, stream });
    controlAnswer(exchange, [429, 503]);
    controlAsked(model, exchange);
    const reported = controlReported(exchange, 'error.upstream.server-error');
    const quoted = JSON.stringify(reported);
    // Its message may quote the endpoint's, and nothing else of the endpoint's error (freedom F165).
    const isRelayed = reported.code === inner.code || reported.type === inner.type || reported.message === message;
    expectThat(world, !isRelayed, {
      expected: `the gateway's own error, and not the endpoint's ${JSON.stringify(body.error)}`,
      observed: shown(reported),
      exchanges: [exchange.id],
    });
    expectThat(world, !blamesClient(reported.code), {
      expected: 'an error about the endpoint, or about the request that it refused',
      observed: describeAnswer(exchange),
      exchanges: [exchange.id],
    });
    if (quoted.includes(inner.code) || quoted.includes(inner.type))
      caution(world, {
        expected: `no more of the endpoint's error than its message: ${show(message)}`,
        observed: shown(reported),
        exchanges: [exchange.id],
      });
  },
});

const html = '<!doctype html><html><body>It works</body></html>';

export default [
  leadsTo(
    'error.upstream.unreachable',
    [{ kind: 'refuse-connection', closedPort: true }, { kind: 'refuse-connection' }],
    unavailableCodes,
  ),
  leadsTo(
    'error.upstream.server-error',
    [
      { kind: 'status', status: 500 },
      { kind: 'status', status: 502 },
      { kind: 'status', status: 503 },
      { kind: 'status', status: 504 },
      { kind: 'status', status: 520 },
      { kind: 'html-502' },
    ],
    ['provider_unavailable'],
  ),
  // A connection lost within a stream that has content is reported in the stream, so only JSON answers are asked for.
  leadsTo(
    'error.upstream.connection-lost',
    [{ kind: 'reset-before-headers' }, { kind: 'cut-after', afterTokens: 1 }],
    unavailableCodes,
    [],
  ),
  leadsTo(
    'error.upstream.malformed',
    [
      { kind: 'status', status: 200, body: 'not json' },
      { kind: 'status', status: 200, body: html },
      { kind: 'malformed-json' },
      { kind: 'error-body-with-200' },
    ],
    ['provider_unavailable', 'provider_empty_response'],
    // The contract does not say what becomes of an event that is no JSON.
    [{ kind: 'status', status: 200, body: 'not json' }],
  ),
  empty,
  leadsTo('error.upstream.payment-required', [{ kind: 'payment-required' }], ['provider_payment_required']),
  leadsTo('error.upstream.unauthorized', [{ kind: 'unauthorized' }], ['provider_unauthorized']),
  forbidden,
  leadsTo(
    'error.upstream.rate-limited',
    [{ kind: 'rate-limited' }, { kind: 'rate-limited', retryAfterS: 3 }],
    ['rate_limited', 'provider_unavailable'],
  ),
  timeout,
  notRelayed,
];
