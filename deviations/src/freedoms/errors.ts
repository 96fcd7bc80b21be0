import { GatewayError, type RunStep } from '@gateproof/simulator/behaviour';
import { realTime } from '@gateproof/upstreams';
import { answering, beforehand, decide, freedomRows, overrule, remembering, together } from '../change.ts';
import { all, drop, edit, fill, rewrite, set } from '../edits/fields.ts';
import { classify, failing, status } from '../operators/classify.ts';
import { coolDown } from '../operators/cool-down.ts';
import { inErrors } from '../operators/edit-messages.ts';
import { leaveAlone } from '../operators/refused.ts';
import { bodyOf, counting, errorIn, isMedia, isObject } from '../requests/seen.ts';
import { chatsWith } from '../scopes/bodies.ts';
import { runs } from '../scopes/requests.ts';

const modelFirst = 'model key-models context cap credit filters policy capability'.split(' ') as RunStep[];
const moneyFirst = 'cap credit policy capability filters key-models model context'.split(' ') as RunStep[];
const isJson = (type: string) => type === 'application/json' || type.startsWith('application/json;');
const withoutWait = inErrors(drop('retry_after_ms'));
const withoutWaitHeader = decide('errors', 'sends no Retry-After', { retryAfterHeader: () => undefined });
const withoutId = inErrors(drop('request_id'));
const withoutIdHeader = decide('errors', 'sends no header with it', { requestIdHeader: () => undefined });
const statusesAsText = edit('attempts[].status', 'as text', (one) => (one === null ? 'none' : String(one)));
const nulls = 'generation_id retry_after_ms attempts state usage cost'.split(' ').map((field) => fill(field, null));
const rounding = (words: string, round: (seconds: number) => number) =>
  decide('errors', `rounds Retry-After ${words}`.trimEnd(), {
    retryAfterHeader: ({ details: { retryAfterMs } }) =>
      retryAfterMs === undefined ? undefined : String(round(retryAfterMs / 1000)),
  });

const rewordedAnew = remembering((count = counting()) =>
  overrule('errors.message', 'words each refusal anew, in several lines', (message, error) => {
    return `${message(error)}\n\nÜbrigens: « ${count()} » 漢字`;
  }),
);

const numberForMessages = chatsWith('messages that are a number', ({ messages }) => typeof messages === 'number');

const rewordedWith = (words: string) =>
  overrule('errors.message', `adds "${words}" to messages`, (message, error) => `${message(error)} ${words}`);

/** What follows the words of an error where an endpoint answered it with an error. */
const quoting = (words: string, read: (body: string) => string) =>
  overrule('errors.message', `quotes ${words} of an endpoint`, (message, error) => {
    const failure = error.details.lastFailure;
    return failure?.how === 'status' ? `${message(error)} The endpoint said: ${read(failure.body)}` : message(error);
  });

function messageIn(body: string): string {
  return /"message":\s*"([^"]*)"/.exec(body)?.[1] ?? 'nothing';
}

const traced = remembering((count = counting()) =>
  inErrors(rewrite('a trace of their own', (error) => ({ ...error, trace: `t${count()}`, at: { line: 7 } }))),
);

/** Answers submissions of other content types with 415. */
const unsupportedType = answering('refuses submissions of other content types with 415', (answer, request) => {
  const type = String(request.headers['content-type'] ?? '');
  if (!isMedia(request) || type === '' || isJson(type) || answer.status !== 202) return answer;
  const message = `Send application/json, not ${type}.`;
  const error = { code: 'unsupported_media_type', message, kind: 'terminal', scope: 'request' };
  const body = { error: { ...error, type: 'invalid_request_error', param: null } };
  return { status: 415, contentType: 'application/json', body };
});

const invalidModality = answering('refuses models of another modality as invalid', (answer, request) => {
  const error = errorIn(answer);
  const isKnown = request.account?.models.has(String(bodyOf(request).model)) === true;
  if (error?.code !== 'no_endpoint_available' || !isKnown || /provider\.only/.test(JSON.stringify(error)))
    return answer;
  const message = 'model: is of another modality than the route.';
  return { ...answer, status: 400, body: { error: { ...error, code: 'invalid_request', message } } };
});

/** How errors may be chosen, worded and sent otherwise. */
export const errorVariations = freedomRows({
  'F042 error.order.model-first': decide('admission', 'looks at the model first', { runSteps: () => modelFirst }),
  'F042 error.order.money-first': decide('admission', 'looks at money first', { runSteps: () => moneyFirst }),
  'F042 error.order.rate-first': decide('admission', 'looks at the rate before the address', {
    requestSteps: () => ['rate', 'internal', 'snapshot', 'address'],
  }),
  'F042 auth.order.body-first': beforehand('looks at the body before the key', ({ method, rawBody, body }) => {
    if (method !== 'POST' || rawBody.length === 0 || isObject(body)) return undefined;
    return new GatewayError('invalid_request', 'body: must be a JSON object.', { scope: 'request' });
  }),
  'F047 error.retry-after.floor': rounding('down', Math.floor),
  'F047 error.retry-after.round': rounding('', Math.round),
  'F047 error.retry-after.header-only': withoutWait,
  'F047 error.retry-after.none': together(withoutWait, withoutWaitHeader),
  'F047 lenient.wait-of-zero': together(
    decide('routing', 'reports a wait of 0 at the rate limit of an endpoint', {
      retryAfterMs: (code) => (code === 'rate_limited' ? 0 : undefined),
    }),
    overrule('errors.retryAfterHeader', 'sends a Retry-After of one second for it', (retryAfterHeader, error) =>
      error.details.retryAfterMs === 0 ? '1' : retryAfterHeader(error),
    ),
  ),
  'F049 error.request-id.header-only': withoutId,
  'F049 error.request-id.nowhere': together(withoutId, withoutIdHeader),
  'F050 rendering.generation-id-early': inErrors(fill('generation_id', 'gen_0')),
  'F051 error.attempts.absent': inErrors(drop('attempts')),
  'F051 error.attempts.text': inErrors(statusesAsText),
  'F054 error.timeout.request': classify(failing('timeout'), 'request_timeout'),
  'F054 error.overdue.upstream': classify(failing('overdue'), 'upstream_timeout'),
  'F054 error.timeout.unavailable': classify(failing('timeout'), 'provider_unavailable'),
  'F174 error.terminal.short-cool-down': coolDown(numberForMessages, 300),
  'F165 error.message.quoting-endpoint': quoting('the message', messageIn),
  'F165 error.message.quoting-error': quoting('the whole error', (body) => body),
  'F165 error.message.quoting-routes': rewordedWith(
    'See POST /v1/chat/completions and https://docs.example.com/home/a/b.',
  ),
  'F055 error.cause.first': decide('routing', 'reports the failure of the first endpoint', {
    finalCode: (codes) => codes[0] ?? 'provider_unavailable',
  }),
  'F055 error.cause.general': overrule('routing.finalCode', 'reports several failures as unavailable', (of, codes) =>
    codes.length > 1 ? 'provider_unavailable' : of(codes),
  ),
  'F055 error.cause.left-alone': leaveAlone(runs, 'provider_unavailable'),
  'F055 error.cause.rate-limit': classify(status(429), 'provider_unavailable'),
  'F055 error.cause.gateway-timeout': classify(status(504), 'provider_unavailable'),
  'F055 error.cause.endpoint-400': overrule(
    'routing.classify',
    'reports 400 of endpoints as invalid',
    (of, failure) => {
      const code = of(failure);
      return status(400).covers(failure) && code === 'provider_unavailable' ? 'invalid_request' : code;
    },
  ),
  'F151 error.connection-lost.empty': classify(failing('connection-lost'), 'provider_empty_response'),
  'F151 error.connection-lost.timeout': classify(failing('connection-lost'), 'upstream_timeout'),
  'F057 error.fields.more': inErrors(set('docs', 'https://example.com/errors')),
  'F057 strict.error-traces': traced,
  'F058 rendering.optional-null': inErrors(all(...nulls)),
  'F021 error.type.one': decide('errors', 'has one type for all errors but rate limits', {
    type: ({ code }) => (code === 'rate_limited' ? 'rate_limit_error' : 'gateway_error'),
  }),
  'F021 error.type.code': decide('errors', 'has a type of its own for each code', {
    type: ({ code }) => (code === 'rate_limited' ? 'rate_limit_error' : `${code}_error`),
  }),
  'F059 error.message.quoted': decide('bodies', 'names fields in quotes at the end of the message', {
    messageFor: (field, wanted) => `Invalid value: ${wanted} ('${field}')`,
  }),
  'F112 error.message.changing': rewordedAnew,
  'F045 error.unknown-route.code': overrule('errors.translate', 'has its own codes for wrong methods', (of, error) =>
    error.code === 'method_not_allowed' ? error.as('not_found') : of(error),
  ),
  'F067 error.content-type.charset': answering('names the charset with every answer of JSON', (answer) =>
    isJson(answer.contentType) ? { ...answer, contentType: 'application/json;charset=UTF-8' } : answer,
  ),
  'F067 error.content-type.415': unsupportedType,
  'F071 error.modality.invalid': invalidModality,
});

/** Goes by the machine's time, which no testbed moves. */
const realWindow = remembering((served = new WeakMap<object, number[]>()) => [
  decide('admission', '', { isOverRate: () => false }),
  beforehand('counts requests in windows of real time', ({ account }) => {
    const limit = account?.rateLimit;
    if (!limit) return undefined;
    const nowMs = realTime.now();
    const recent = (served.get(limit) ?? []).filter((atMs) => atMs > nowMs - limit.windowMs);
    const isOver = recent.length >= limit.requests;
    served.set(limit, isOver ? recent : [...recent, nowMs]);
    if (!isOver) return undefined;
    const retryAfterMs = (recent[0] ?? nowMs) + limit.windowMs - nowMs;
    return new GatewayError('rate_limited', 'Too many requests right now.', { scope: 'request', retryAfterMs });
  }),
]);

/** Now and then a minute ends between two requests. */
const turningWindow = remembering((count = counting()) =>
  overrule(
    'admission.isOverRate',
    'counts requests in windows that begin on the minute',
    (isOver, recent, limit) => isOver(recent, limit) && ![3, 40].includes(count()),
  ),
);

/** How rates may be counted and reported otherwise. */
export const rateVariations = freedomRows({
  'F023 lenient.window-turns': turningWindow,
  'F023 lenient.window-of-real-time': realWindow,
  'F023 lenient.half-wait': overrule('admission.retryAfterMs', 'halves the wait at a rate limit', (present, roomMs) =>
    Math.ceil((present(roomMs) ?? 0) / 2),
  ),
  'F023 lenient.wait-as-hint': decide('admission', 'states a short wait always', { retryAfterMs: () => 250 }),
});
