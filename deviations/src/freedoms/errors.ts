import { GatewayError, type RunStep } from '@gateproof/simulator/behaviour';
import { change, decide, together } from '../change.ts';
import { answering, isMedia, isObject } from '../changes/exchange-changes.ts';
import { all, drop, edit, fill, set } from '../edits.ts';
import { freedomRows } from '../freedom-rows.ts';
import { classify, failing, status } from '../operators/classify.ts';
import { inErrors } from '../operators/edit-messages.ts';

const modelFirst: readonly RunStep[] = [
  'model',
  'key-models',
  'context',
  'cap',
  'credit',
  'filters',
  'policy',
  'capability',
];
const moneyFirst: readonly RunStep[] = [
  'cap',
  'credit',
  'policy',
  'capability',
  'filters',
  'key-models',
  'model',
  'context',
];

const isJson = (type: string) => type === 'application/json' || type.startsWith('application/json;');
const withoutWait = inErrors(drop('retry_after_ms'));
const withoutId = inErrors(drop('request_id'));
const statusesAsText = edit('attempts[].status', 'as text', (one) => (one === null ? 'none' : String(one)));
const nulls = ['generation_id', 'retry_after_ms', 'attempts', 'state', 'usage', 'cost'].map((field) =>
  fill(field, null),
);

const rounding = (words: string, round: (seconds: number) => number) =>
  decide('errors', `rounds Retry-After ${words}`.trimEnd(), {
    retryAfterHeader: ({ details: { retryAfterMs } }) =>
      retryAfterMs === undefined ? undefined : String(round(retryAfterMs / 1000)),
  });

const rewordedAnew = change('words each refusal anew, in several lines', (behaviour) => {
  let number = 0;
  const reworded = decide('errors', '', ({ message }) => ({
    message(error) {
      number += 1;
      return `${message(error)}\n\nÜbrigens: « ${number} » 漢字`;
    },
  }));
  return reworded.apply(behaviour);
});

const traced = change('sends a trace of its own with each error', (behaviour) => {
  let number = 0;
  const tracing = inErrors({
    words: 'a trace',
    change(error) {
      number += 1;
      return { ...error, trace: `t${number}`, at: { line: number } };
    },
  });
  return tracing.apply(behaviour);
});

/** Answers submissions of other content types with 415. */
const unsupportedType = answering((answer, request) => {
  const type = String(request.headers['content-type'] ?? '');
  if (!isMedia(request) || type === '' || isJson(type) || answer.status !== 202) return answer;
  const message = `Send application/json, not ${type}.`;
  const error = { code: 'unsupported_media_type', message, kind: 'terminal', scope: 'request' };
  const body = { error: { ...error, type: 'invalid_request_error', param: null } };
  return { status: 415, contentType: 'application/json', body };
});

const invalidModality = answering((answer, request) => {
  const error = isObject(answer.body) ? answer.body.error : undefined;
  const asked = isObject(request.body) ? String(request.body.model) : '';
  const isMeant = isObject(error) && error.code === 'no_endpoint_available' && request.account?.models.has(asked);
  if (isMeant !== true || JSON.stringify(error).includes('provider.only')) return answer;
  const message = 'model: is of another modality than the route.';
  return { ...answer, status: 400, body: { error: { ...error, code: 'invalid_request', message } } };
});

/** How errors may be chosen, worded and sent otherwise. */
export const errorVariations = freedomRows({
  F042: {
    'error.order.model-first': decide('admission', 'looks at the model first', { runOrder: modelFirst }),
    'error.order.money-first': decide('admission', 'looks at money first', { runOrder: moneyFirst }),
    'error.order.rate-first': decide('admission', 'looks at the rate before the address', {
      requestOrder: ['rate', 'internal', 'snapshot', 'address'],
    }),
    'auth.order.body-first': decide('exchanges', 'looks at the body before the key', ({ refusal }) => ({
      refusal(request) {
        const before = refusal(request);
        const isSent = request.method === 'POST' && request.rawBody.length > 0;
        if (before !== undefined || !isSent || isObject(request.body)) return before;
        return new GatewayError('invalid_request', 'body: must be a JSON object.', { scope: 'request' });
      },
    })),
  },
  F047: {
    'error.retry-after.floor': rounding('down', Math.floor),
    'error.retry-after.round': rounding('', Math.round),
    'error.retry-after.header-only': withoutWait,
    'error.retry-after.none': together(
      withoutWait,
      decide('errors', 'sends no Retry-After', { retryAfterHeader: () => undefined }),
    ),
    'lenient.wait-of-zero': together(
      decide('routing', 'reports a wait of 0 at the rate limit of an endpoint', {
        retryAfterMs: (code) => (code === 'rate_limited' ? 0 : undefined),
      }),
      decide('errors', 'sends a Retry-After of one second for it', ({ retryAfterHeader }) => ({
        retryAfterHeader: (error) => (error.details.retryAfterMs === 0 ? '1' : retryAfterHeader(error)),
      })),
    ),
  },
  F049: {
    'error.request-id.header-only': withoutId,
    'error.request-id.nowhere': together(
      withoutId,
      decide('errors', 'sends no header with it', { requestIdHeader: () => undefined }),
    ),
  },
  F050: { 'telling.generation-id-early': inErrors(fill('generation_id', 'gen_0')) },
  F051: {
    'error.attempts.absent': inErrors(drop('attempts')),
    'error.attempts.text': inErrors(statusesAsText),
  },
  F054: {
    'error.timeout.request': classify(failing('timeout'), 'request_timeout'),
    'error.timeout.unavailable': classify(failing('timeout'), 'provider_unavailable'),
  },
  F055: {
    'error.cause.first': decide('routing', 'reports the failure of the first endpoint', {
      finalCode: (codes) => codes[0] ?? 'provider_unavailable',
    }),
    'error.cause.general': decide('routing', 'reports several failures as provider_unavailable', ({ finalCode }) => ({
      finalCode: (codes) => (codes.length > 1 ? 'provider_unavailable' : finalCode(codes)),
    })),
    'error.cause.rate-limit': classify(status(429), 'provider_unavailable'),
    'error.cause.gateway-timeout': classify(status(504), 'provider_unavailable'),
    'error.cause.endpoint-400': decide('routing', 'reports the 400 of an endpoint as invalid', (present) => ({
      classify(failure) {
        const code = present.classify(failure);
        return status(400).covers(failure) && code === 'provider_unavailable' ? 'invalid_request' : code;
      },
    })),
  },
  F151: {
    'error.connection-lost.empty': classify(failing('connection-lost'), 'provider_empty_response'),
    'error.connection-lost.timeout': classify(failing('connection-lost'), 'upstream_timeout'),
  },
  F057: {
    'error.fields.more': inErrors(set('docs', 'https://example.com/errors')),
    'strict.error-traces': traced,
  },
  F058: { 'telling.optional-null': inErrors(all(...nulls)) },
  F021: {
    'error.type.one': decide('errors', 'has one type for all errors but rate limits', {
      type: ({ code }) => (code === 'rate_limited' ? 'rate_limit_error' : 'gateway_error'),
    }),
    'error.type.code': decide('errors', 'has a type of its own for each code', {
      type: ({ code }) => (code === 'rate_limited' ? 'rate_limit_error' : `${code}_error`),
    }),
  },
  F059: {
    'error.message.quoted': decide('bodies', 'names fields in quotes at the end of the message', {
      messageFor: (field, wanted) => `Invalid value: ${wanted} ('${field}')`,
    }),
  },
  F112: { 'error.message.changing': rewordedAnew },
  F045: {
    'error.unknown-route.code': decide('errors', 'has codes of its own for wrong methods', ({ translate }) => ({
      translate: (error) => (error.code === 'method_not_allowed' ? error.as('not_found') : translate(error)),
    })),
  },
  F067: {
    'error.content-type.charset': change(
      'names the charset with every answer of JSON',
      answering((answer) =>
        isJson(answer.contentType) ? { ...answer, contentType: 'application/json;charset=UTF-8' } : answer,
      ),
    ),
    'error.content-type.415': change('refuses submissions of other content types with 415', unsupportedType),
  },
  F071: { 'error.modality.invalid': change('refuses models of another modality as invalid', invalidModality) },
});
