import type { GatewayError, SeenRequest } from '@gateproof/simulator/behaviour';
import { type Change, dashed, decide, deny, each, overrule, rows, together } from '../../change.ts';
import { append, type Edit, edit, replace, rewrite, set, when } from '../../edits/fields.ts';
import { skipAlways } from '../../operators/admit.ts';
import { fail, recode, refuse } from '../../operators/answers.ts';
import { classify, errorsAsRefusals, type Failures, failing, status, statuses } from '../../operators/classify.ts';
import { coolDown } from '../../operators/cool-down.ts';
import { inAnswers, inErrors, inErrorsTo } from '../../operators/edit-messages.ts';
import { leaveAlone } from '../../operators/refused.ts';
import { inFailureChunks } from '../../operators/streams.ts';
import { alternating, type JsonObject } from '../../requests/seen.ts';
import { chatsWith, withField } from '../../scopes/bodies.ts';
import { everSince, secondTime } from '../../scopes/repeats.ts';
import { and, at, chats, requests, restricted, type Scope, streams, submissions } from '../../scopes/requests.ts';

/** Changes the Retry-After header where there is one; undefined leaves it out. `words`: what is sent then. */
const inRetryAfter = (words: string, change: (value: string, error: GatewayError) => string | undefined): Change =>
  overrule('errors.retryAfterHeader', `sends ${words}`, (retryAfterHeader, error) => {
    const present = retryAfterHeader(error);
    return present === undefined ? undefined : change(present, error);
  });

type Attempts = readonly JsonObject[];
const attempts = (words: string, change: (all: Attempts) => Attempts, path = 'attempts'): Edit =>
  edit(path, words, (all) => change(all as Attempts));
const last = (all: Attempts) => all.slice(-1);
const answered = (all: Attempts) => all.filter(({ status }) => status !== null);
const ofFirstModel = (all: Attempts) => all.filter(({ model }) => model === all[0]?.model);
const withEarlier = (earlier: JsonObject[] = []) =>
  attempts('with those of earlier requests', (all) => {
    earlier.push(...all);
    return [...earlier];
  });
const numberForMessages = chatsWith('messages that are a number', ({ messages }) => typeof messages === 'number');
const isKeyless = ({ headers }: SeenRequest) => headers.authorization === undefined;
const oftenWithoutKey = requests('without a key, every second time', alternating(isKeyless));
const everySecond = alternating(({ code }: JsonObject) => code !== 'rate_limited');
const ofEndpoint = (inner: Edit) => when('for limits of endpoints', ({ attempts }) => attempts !== undefined, inner);
const vague = (of: 'model' | 'route') =>
  when(`for ${of}s`, ({ scope }) => scope === of, replace('message', 'None can serve this.'));
const vagueFilters = (scope: Scope) =>
  inErrorsTo(and(scope, withField('provider')), 'no_endpoint_available', set('message', 'No endpoint is available.'));
const requestIdHeader = (words: string, header: (id: string) => string | undefined) =>
  decide('errors', `sends ${words}`, { requestIdHeader: header });

const namesItsId = requests('that name an id of their own', ({ headers }) => {
  return Object.keys(headers).some((name) => name.endsWith('-request-id'));
});

const sameInHeader = requestIdHeader('the same request id always', () => 'req_same');
const sameRequestId = (scope: Scope) => inAnswers(scope, set('error.request_id', 'req_same'));
const terminal = [
  ...['unauthorized', 'forbidden', 'insufficient_credit', 'context_length_exceeded', 'idempotency_conflict'],
  ...['job_already_finished', 'moderation_refused', 'unsupported_capability'],
];

/** What errors say besides code and kind, and whether a terminal error comes again. */
export const errorDetails = rows('error', {
  'attempts.count': inErrors(attempts('cut to the last', last)),
  'attempts.count:answered': inErrors(attempts('without the unanswered', answered)),
  'attempts.count:three': inErrors(attempts('cut to three', (all) => all.slice(0, 3))),
  'attempts.count:requested-model': inErrors(attempts('of the requested model only', ofFirstModel)),
  'attempts.count:doubled': inErrors(attempts('each twice', (all) => all.flatMap((one) => [one, one]))),
  'attempts.count:earlier': inErrors(withEarlier()),
  'attempts.count:streams': inAnswers(streams, attempts('cut to the last', last, 'error.attempts')),
  'attempts.count:stream': inFailureChunks(attempts('cut to the last', last, 'error.attempts')),
  'header.request-id-present': requestIdHeader('no request id header', () => undefined),
  'header.request-id-equal': requestIdHeader('another request id in the header', (id) => `${id}x`),
  'header.request-id-equal:jobs': inAnswers(at('job-get', 'job-cancel'), append('error.request_id', 'x')),
  'header.request-id-equal:caller': inAnswers(namesItsId, append('error.request_id', 'x')),
  'header.retry-after-present': inRetryAfter('no Retry-After', () => undefined),
  'header.retry-after-present:endpoint': inRetryAfter('no Retry-After for waits of endpoints', (value, { details }) => {
    return details.attempts === undefined ? value : undefined;
  }),
  'header.retry-after-present:rates-only': inRetryAfter('Retry-After for rates only', (value, { code }) => {
    return code === 'rate_limited' ? value : undefined;
  }),
  'header.retry-after-seconds:fraction': inRetryAfter('Retry-After with a fraction', (value) => `${value}.001`),
  'header.retry-after-seconds:date': inRetryAfter('Retry-After as a date', () => 'Wed, 21 Oct 2026 07:28:00 GMT'),
  'header.retry-after-equal:milliseconds': inRetryAfter('Retry-After in milliseconds', (value, { details }) =>
    String(details.retryAfterMs ?? value),
  ),
  'header.retry-after-equal:constant': inRetryAfter('Retry-After: 60 always', () => '60'),
  'header.retry-after-equal:window': inRetryAfter('the whole window of a rate limit', (value, { code, details }) =>
    code === 'rate_limited' && details.attempts === undefined ? '60' : value,
  ),
  ...each('header.retry-after-equal:*', { capped: 10, 'a-minute-at-most': 60, 'an-hour-at-most': 3_600 }, (most) =>
    inRetryAfter(`Retry-After of ${most} s at most`, (s) => String(Math.min(most, Number(s)))),
  ),
  'header.retry-after-equal:seconds': inErrors(
    edit('retry_after_ms', 'in seconds', (ms) => Math.ceil(Number(ms) / 1e3)),
  ),
  'request-id.distinct': together(inErrors(set('request_id', 'req_same')), sameInHeader),
  'request-id.distinct:jobs': inErrors(set('request_id', 'req_jobs'), 'job_not_found'),
  ...each('request-id.distinct:*', { submissions, cancels: at('job-cancel') }, sameRequestId),
  'generation-id.distinct': inErrors(replace('generation_id', 'gen_same')),
  'request-id.distinct:no-key': sameRequestId(requests('without a key', isKeyless)),
  'type.rate-limited': inErrors(set('type', 'api_error'), 'rate_limited'),
  'type.rate-limited:media': inErrorsTo(submissions, 'rate_limited', set('type', 'invalid_request_error')),
  'type.rate-limited:endpoint': inErrors(ofEndpoint(set('type', 'upstream_error')), 'rate_limited'),
  'type.same-for-code': inErrors(when('every second time', everySecond, set('type', 'api_error'))),
  'message.unknown-model': inErrors(vague('model'), 'no_endpoint_available'),
  ...each('message.unknown-model:*', { streams, lists: withField('models'), media: submissions }, (of) =>
    inErrorsTo(of, 'no_endpoint_available', vague('model')),
  ),
  'message.excluding-filter': inErrors(vague('route'), 'no_endpoint_available'),
  ...each('message.excluding-filter:*', { streams, lists: withField('models'), media: submissions }, vagueFilters),
  'terminal.others-served': coolDown(numberForMessages, 3_000),
  'terminal.same-again': recode('no_endpoint_available', 'invalid_request', secondTime()),
  'terminal.same-again:media': recode('invalid_request', 'unsupported_capability', secondTime(submissions)),
  'terminal.same-again:model-get': recode('model_not_found', 'no_endpoint_available', secondTime(at('model-get'))),
  ...each('terminal.same-again:*', dashed(terminal), (code) => recode(code, 'policy_conflict', secondTime())),
  'terminal.same-again:too-large': recode('payload_too_large', 'invalid_request', secondTime(at('chat'))),
  'terminal.same-again:too-large-media': recode('payload_too_large', 'invalid_request', secondTime(submissions)),
  'terminal.same-again:budget': recode('budget_exceeded', 'insufficient_credit', secondTime()),
  'terminal.same-again:no-key': recode('unauthorized', 'forbidden', oftenWithoutKey),
  'terminal.same-again:address': recode('forbidden', 'unauthorized', secondTime(restricted('ipRanges'))),
  'terminal.same-again:cancel': recode('job_not_found', 'invalid_request', secondTime(at('job-cancel'))),
  'terminal.same-again:policy': recode('policy_conflict', 'unsupported_capability', secondTime()),
});

/** Requests to no route of the contract, by a pattern of `<code>: <message>`. */
const restatusUnrouted = (words: string, pattern: RegExp, to: number) =>
  overrule('errors.status', `answers ${words} with ${to}`, (status, error) =>
    pattern.test(`${error.code}: ${error.message}`) ? to : status(error),
  );
const stale = everSince('its configuration was out of date', ({ trouble }) => trouble.staleConfiguration);

/** Failures of the gateway itself, and requests to no route. */
export const errorFailures = rows('error', {
  'internal.refused': recode('internal_error', 'provider_unavailable'),
  'internal.refused:media': recode('internal_error', 'provider_unavailable', submissions),
  'internal.recovered': fail(everSince('it has failed itself', ({ trouble }) => trouble.internalFailure)),
  'snapshot.expired': skipAlways('snapshot'),
  'snapshot.expired:media': skipAlways('snapshot', submissions),
  'snapshot.expired:internal': recode('snapshot_expired', 'internal_error'),
  'snapshot.expired:streams': recode('snapshot_expired', 'internal_error', streams),
  'snapshot.recovered': refuse(stale, 'snapshot_expired'),
  'unknown-route.status:success': restatusUnrouted('an unknown path', /^not_found/, 200),
  'unknown-route.status:server-error': restatusUnrouted('a wrong method', /^method_not_allowed/, 500),
  'unknown-route.status:images': restatusUnrouted('a wrong method for images', /not_allowed.*\/images\//, 500),
  'unknown-route.status:put': restatusUnrouted('PUT for chats', /: PUT is not allowed on \/v1\/chat\//, 200),
  'unknown-route.status:cancel': restatusUnrouted('GET for cancels', /not_allowed.*\/cancel/, 200),
  'unknown-route.status:undecodable': restatusUnrouted('a path that does not decode', /FST_ERR_BAD_URL/, 500),
  'unknown-route.status:live-job': restatusUnrouted('PUT on a job', /_allowed: PUT .*\/v1\/jobs\/(?!job_nobody)/, 200),
});

const anyStatus = statuses('any status', () => true);
const inner = { message: 'inner', type: 'inner_error', code: 'inner_code', param: null };
const relayed = rewrite('the error of the endpoint', () => inner);
const serverErrors = statuses('5xx', (code) => code >= 500);
const aboveFiveHundredFour = statuses('a status above 504', (code) => code > 504);
const limitsWithWait = statuses('429 with Retry-After', (code, waits) => code === 429 && waits);

/** Sends what `read` makes of the body of an endpoint's answer where its last failure is meant. */
const relaying = (words: string, meant: Failures, read: (body: string) => object) =>
  decide('errors', `relays ${words}`, (present) => ({
    body(error, requestId) {
      const failure = error.details.lastFailure;
      if (failure?.how !== 'status' || !meant.covers(failure)) return present.body.call(this, error, requestId);
      return read(failure.body) as JsonObject;
    },
    envelope: (error) => error.relayed ?? present.envelope(error),
  }));

/** What the failures of endpoints are reported as. */
export const errorUpstream = rows('error.upstream', {
  unreachable: classify(failing('unreachable'), 'internal_error'),
  'unreachable:streams': recode('provider_unavailable', 'upstream_timeout', streams),
  ...each('*', ['connection-lost', 'timeout'], (what) => classify(failing(what), 'internal_error')),
  endless: decide('routing', 'lets a request take any time', { requestLimitMs: () => Number.POSITIVE_INFINITY }),
  'endless:code': classify(failing('overdue'), 'internal_error'),
  'server-error': classify(serverErrors, 'internal_error'),
  'server-error:streams': recode('provider_unavailable', 'internal_error', streams),
  'server-error:504': classify(status(504), 'internal_error'),
  'server-error:html': classify(failing('status', '<'), 'internal_error'),
  'server-error:unknown-status': classify(aboveFiveHundredFour, 'internal_error'),
  'asked-again': leaveAlone(chats),
  'asked-again:media': leaveAlone(submissions),
  malformed: classify(failing('malformed'), 'internal_error'),
  'malformed:broken-off': classify(failing('malformed', '{'), 'internal_error'),
  'malformed:html': classify(failing('malformed', '<'), 'internal_error'),
  'malformed:streams': recode('provider_unavailable', 'internal_error', streams),
  ...errorsAsRefusals('malformed:error-as-*'),
  'empty:streams': recode('provider_empty_response', 'provider_unavailable', streams),
  'empty:unavailable': classify(failing('empty'), 'provider_unavailable'),
  'empty:served': decide('routing', 'serves an empty answer', { isEmpty: () => false }),
  'empty:no-choices': deny('routing.isEmpty', 'serves an answer without choices', (output) => !output.finishReason),
  'empty:no-content': deny('routing.isEmpty', 'serves a reply of null content', (output) => !!output.finishReason),
  'payment-required': classify(status(402), 'insufficient_credit'),
  'payment-required:streams': recode('provider_payment_required', 'insufficient_credit', streams),
  unauthorized: classify(status(401), 'unauthorized'),
  'unauthorized:streams': recode('provider_unauthorized', 'unauthorized', streams),
  forbidden: classify(status(403), 'forbidden'),
  'forbidden:unauthorized': classify(status(403), 'unauthorized'),
  'forbidden:insufficient-credit': classify(status(403), 'insufficient_credit'),
  'rate-limited': classify(status(429), 'internal_error'),
  'rate-limited:retry-after': classify(limitsWithWait, 'internal_error'),
  'not-relayed': relaying('the body of an endpoint', anyStatus, (body) => ({ relayed: body })),
  'not-relayed:other-refusals': relaying('the error of an endpoint under 404 and 409', status(404, 409), (body) => {
    return (JSON.parse(body) as { error: JsonObject }).error;
  }),
  'not-relayed:streams': inErrorsTo(streams, 'provider_unavailable', relayed),
  'not-relayed:conflict': classify(status(409), 'idempotency_conflict'),
  'not-relayed:not-found': classify(status(404), 'model_not_found'),
});
