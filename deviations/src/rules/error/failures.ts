import { decide, deny, overrule, rows } from '../../change.ts';
import { rewrite } from '../../edits/fields.ts';
import { skipAlways } from '../../operators/admit.ts';
import { fail, recode, refuse } from '../../operators/answers.ts';
import { classify, errorsAsRefusals, type Failures, failing, status, statuses } from '../../operators/classify.ts';
import { inErrorsTo } from '../../operators/edit-messages.ts';
import { leaveAlone } from '../../operators/refused.ts';
import type { JsonObject } from '../../requests/seen.ts';
import { everSince } from '../../scopes/memory.ts';
import { chats, streams, submissions } from '../../scopes/requests.ts';

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
  'connection-lost': classify(failing('connection-lost'), 'internal_error'),
  timeout: classify(failing('timeout'), 'internal_error'),
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
