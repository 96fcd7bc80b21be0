import {
  codeOf,
  defineCheck,
  envelopeOf,
  errorAfterComments,
  expectAnswer,
  expectAnyRefusal,
  expectThat,
  type Fault,
  isObject,
  streamOf,
} from '@gateproof/harness';
import { blamesClient } from '../../support/blamed.ts';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { pastSilence } from '../../support/past-silence.ts';
import { askStream, saying, tokensOf } from '../../support/streams.ts';

type Code = Parameters<typeof expectAnyRefusal>[2][number];

/** An endpoint that says itself that it ran out of time is unavailable, or late. */
const lateCodes: readonly Code[] = ['upstream_timeout', 'request_timeout'];

function isLate(fault: Fault): boolean {
  return fault.kind === 'status' && fault.status === 504;
}

/** The model's only endpoint fails in one of these ways; the client is told one of the codes. */
function leadsTo(rule: string, faults: readonly Fault[], codes: readonly Code[], streamed: readonly Fault[] = faults) {
  const rows = [
    ...faults.map((fault) => ({ fault, stream: false })),
    ...streamed.map((fault) => ({ fault, stream: true })),
  ];
  return defineCheck({
    rule,
    ...every(...rows),
    cases: rows.length,
    async decide(world, { fault, stream }) {
      const account = await world.account();
      const model = await account.model({ upstreams: [saying(tokensOf('a', 3), fault)] });
      const exchange = await account.key.chat({ model: model.id, messages: hello, stream });
      expectAnyRefusal(world, exchange, isLate(fault) ? [...codes, ...lateCodes] : codes);
    },
  });
}

/** A connection lost within a stream that has content is told in the stream, so only JSON answers are asked for. */
const connectionLost = defineCheck({
  rule: 'error.upstream.connection-lost',
  ...every<Fault>({ kind: 'reset-before-headers' }, { kind: 'cut-after', afterTokens: 1 }),
  cases: 4,
  async decide(world, fault) {
    const account = await world.account();
    const model = await account.model({ upstreams: [saying(tokensOf('a', 3), fault)] });
    const exchange = await account.key.chat({ model: model.id, messages: hello });
    expectAnyRefusal(world, exchange, ['provider_unavailable']);
  },
});

const timeout = defineCheck({
  rule: 'error.upstream.timeout',
  ...every(false, true),
  cases: 3,
  async decide(world, stream) {
    const account = await world.account();
    const model = await account.model({ upstreams: [saying(tokensOf('a', 3), { kind: 'hang' })] });
    const pending = stream ? askStream(account, model) : account.key.chat({ model: model.id, messages: hello });
    await model.upstreams[0]?.call(1);
    const exchange = await pastSilence(world, account, pending);
    expectAnyRefusal(world, exchange, ['upstream_timeout', 'request_timeout', 'provider_unavailable']);
  },
});

const forbidden = defineCheck({
  rule: 'error.upstream.forbidden',
  ...every(false, true),
  cases: 3,
  async decide(world, stream) {
    const account = await world.account();
    const model = await account.model({ upstreams: [saying(tokensOf('a', 3), { kind: 'status', status: 403 })] });
    const exchange = await account.key.chat({ model: model.id, messages: hello, stream });
    const { status } = expectAnswer(world, exchange, [429, 503]);
    const late = errorAfterComments(exchange);
    const isTold = late !== undefined || (status >= 400 && envelopeOf(exchange) !== undefined);
    expectThat(world, isTold && !blamesClient(codeOf(exchange) ?? late?.code), {
      expected: "an error about the endpoint: it refused the gateway, not the client's key",
      observed: `status ${status} ${codeOf(exchange) ?? late?.code ?? ''}`,
      exchanges: [exchange.id],
    });
  },
});

const marker = 'an inner detail of the endpoint';

const relayable = [400, 404, 409, 422, 500, 503].flatMap((status) => [
  { status, stream: false },
  { status, stream: true },
]);

const notRelayed = defineCheck({
  rule: 'error.upstream.not-relayed',
  ...every(...relayable),
  cases: relayable.length,
  async decide(world, { status, stream }) {
    const body = { error: { message: marker, type: 'inner_error', code: 'inner_code', param: null } };
    const account = await world.account();
    const model = await account.model({ upstreams: [saying(tokensOf('a', 3), { kind: 'status', status, body })] });
    const exchange = await account.key.chat({ model: model.id, messages: hello, stream });
    expectAnswer(world, exchange, [429, 503]);
    // Whether a stream may tell it in a chunk is for other rules.
    const late = streamOf(exchange).errorChunks[0]?.json.error;
    const told = envelopeOf(exchange) ?? (isObject(late) ? late : undefined);
    expectThat(world, told !== undefined && told.code !== 'inner_code' && told.kind !== undefined, {
      expected: "the gateway's own envelope",
      observed: "the endpoint's error body",
      exchanges: [exchange.id],
    });
    expectThat(world, !blamesClient(told?.code), {
      expected: 'an error about the endpoint, or about the request that it refused',
      observed: String(told?.code),
      exchanges: [exchange.id],
    });
  },
});

const html = '<!doctype html><html><body>It works</body></html>';

export default [
  leadsTo(
    'error.upstream.unreachable',
    [{ kind: 'refuse-connection', closedPort: true }, { kind: 'refuse-connection' }],
    ['provider_unavailable'],
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
  connectionLost,
  leadsTo(
    'error.upstream.malformed',
    [
      { kind: 'status', status: 200, body: 'not json' },
      { kind: 'status', status: 200, body: html },
      { kind: 'malformed-json' },
      { kind: 'error-body-with-200' },
    ],
    ['provider_unavailable', 'provider_empty_response'],
    // What a stream makes of one event that is no JSON is not told by the contract.
    [{ kind: 'status', status: 200, body: 'not json' }],
  ),
  // A stream may have begun with the role before it turns out to be empty (freedom F114), so only JSON answers are asked for.
  leadsTo(
    'error.upstream.empty',
    [{ kind: 'empty' }, { kind: 'empty', variant: 'no-content' }],
    ['provider_empty_response'],
    [],
  ),
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
