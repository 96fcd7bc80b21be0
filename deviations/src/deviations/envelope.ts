import { type Behaviour, type GatewayError, patch } from '@gateproof/simulator/behaviour';
import { insideEach, without } from '../changes/reshape.ts';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Changes the `error` object of every envelope and failure chunk. */
function body(change: (body: JsonObject, error: GatewayError) => JsonObject): (behaviour: Behaviour) => Behaviour {
  return (behaviour) => {
    const present = behaviour.errors;
    return {
      ...behaviour,
      errors: {
        ...present,
        body(error, requestId) {
          return change(present.body.call(this, error, requestId), error);
        },
      },
    };
  };
}

/** `error.envelope.<rest>`: how the envelope's field is got wrong. */
const fields: readonly (readonly [
  rest: string,
  summary: string,
  change: (body: JsonObject, error: GatewayError) => JsonObject,
])[] = [
  ['code-present', 'leaves out the code', (told) => without(told, 'code')],
  ['code-known', 'makes up a code', (told) => ({ ...told, code: `x_${told.code}` })],
  ['message-present', 'leaves the message empty', (told) => ({ ...told, message: '' })],
  ['kind-present', 'leaves out the kind', (told) => without(told, 'kind')],
  ['kind-known', 'makes up a kind', (told) => ({ ...told, kind: 'fatal' })],
  ['scope-present', 'leaves out the scope', (told) => without(told, 'scope')],
  ['scope-known', 'makes up a scope', (told) => ({ ...told, scope: 'global' })],
  ['type-present', 'leaves out the type', (told) => without(told, 'type')],
  ['param-present', 'leaves out param', (told) => without(told, 'param')],
  ['param-null', 'names the field in param', (told) => ({ ...told, param: String(told.message).split(':')[0] })],
  [
    'request-id-unknown',
    'leaves out the request id of what it failed at itself',
    (told) => (told.kind === 'unknown' ? without(told, 'request_id') : told),
  ],
  ['request-id-type', 'tells the request id as a number', (told) => ({ ...told, request_id: 42 })],
  [
    'generation-id-type',
    'tells the generation id as a number',
    (told) => (told.generation_id === undefined ? told : { ...told, generation_id: 42 }),
  ],
  [
    'generation-id-early',
    'tells a generation id before any generation',
    (told) => ({ generation_id: 'gen_0', ...told }),
  ],
  [
    'retry-after-type',
    'tells the wait as text',
    (told) => (told.retry_after_ms === undefined ? told : { ...told, retry_after_ms: `${told.retry_after_ms}` }),
  ],
  [
    'attempts-type',
    'tells how many attempts there were instead of which',
    (told) => (Array.isArray(told.attempts) ? { ...told, attempts: told.attempts.length } : told),
  ],
  [
    'attempts-status',
    'leaves out the status of attempts',
    (told) => insideEach(told, 'attempts', (attempt) => without(attempt, 'status')),
  ],
  [
    'attempts-kind',
    'leaves out the kind of attempts',
    (told) => insideEach(told, 'attempts', (attempt) => without(attempt, 'kind')),
  ],
  ['conflict-fields', 'tells a state with every error', (told) => ({ state: 'finished', ...told })],
];

/** Ways to get the envelope and the headers beside it wrong. */
export const envelopeDeviations: readonly Deviation[] = [
  breaking(
    'error.envelope.object',
    'puts the error into a string',
    patch('errors', { envelope: (told) => ({ error: told.message }) }),
  ),
  breaking(
    'error.envelope.only-error',
    'puts ok: false beside the error',
    patch('errors', { envelope: (told) => ({ ok: false, error: told }) }),
  ),
  breaking(
    'error.envelope.content-type',
    'answers errors as text/plain',
    patch('errors', { contentType: 'text/plain; charset=utf-8' }),
  ),
  ...fields.map(([rest, summary, change]) => breaking(`error.envelope.${rest}`, summary, body(change))),
  breaking(
    'error.header.request-id-present',
    'sends no request id header',
    patch('errors', { requestIdHeader: () => undefined }),
  ),
  breaking(
    'error.header.request-id-equal',
    'sends another request id in the header than in the body',
    patch('errors', { requestIdHeader: (id) => `${id}x` }),
  ),
  breaking(
    'error.header.retry-after-present',
    'sends no Retry-After',
    patch('errors', { retryAfterHeader: () => undefined }),
  ),
  breaking(
    'error.header.retry-after-seconds:fraction',
    'sends Retry-After with a fraction',
    patch('errors', {
      retryAfterHeader: ({ details }) =>
        details.retryAfterMs === undefined ? undefined : (details.retryAfterMs / 1000 + 0.001).toFixed(3),
    }),
  ),
  breaking(
    'error.header.retry-after-seconds:date',
    'sends Retry-After as a date',
    patch('errors', {
      retryAfterHeader: ({ details }) =>
        details.retryAfterMs === undefined ? undefined : 'Wed, 21 Oct 2026 07:28:00 GMT',
    }),
  ),
  breaking(
    'error.header.retry-after-equal:milliseconds',
    'sends Retry-After in milliseconds',
    patch('errors', {
      retryAfterHeader: ({ details }) =>
        details.retryAfterMs === undefined ? undefined : String(details.retryAfterMs),
    }),
  ),
  breaking(
    'error.header.retry-after-equal:constant',
    'always sends Retry-After: 60',
    patch('errors', { retryAfterHeader: ({ details }) => (details.retryAfterMs === undefined ? undefined : '60') }),
  ),
  breaking('error.request-id.distinct', 'gives every request the same id', (behaviour) =>
    patch('errors', { requestIdHeader: () => 'req_same' })(
      body((told) => ({ ...told, request_id: 'req_same' }))(behaviour),
    ),
  ),
  breaking(
    'error.type.rate-limited',
    'tells rate_limited with the type of other errors',
    patch('errors', ({ type }) => ({
      type: (error) => (error.code === 'rate_limited' ? 'api_error' : type(error)),
    })),
  ),
  breaking('error.type.same-for-code', 'changes its mind about types', (behaviour) => {
    let told = 0;
    return patch('errors', ({ type }) => ({
      type(error) {
        told += 1;
        return told % 2 === 0 && error.code !== 'rate_limited' ? 'api_error' : type(error);
      },
    }))(behaviour);
  }),
];
