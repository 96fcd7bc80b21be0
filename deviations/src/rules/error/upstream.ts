import { dashed, decide, deny, each, rows } from '../../change.ts';
import { type Edit, rewrite } from '../../edits/fields.ts';
import { recode } from '../../operators/answers.ts';
import { classify, type Failures, failing, failures, status } from '../../operators/classify.ts';
import { inErrorsTo } from '../../operators/edit-messages.ts';
import { leaveAlone } from '../../operators/leave-alone.ts';
import type { JsonObject } from '../../requests/seen.ts';
import { chats, streams, submissions } from '../../scopes/requests.ts';

const relayed: Edit = rewrite('the error of the endpoint', () => ({
  message: 'inner',
  type: 'inner_error',
  code: 'inner_code',
  param: null,
}));
const serverErrors: Failures = failures('5xx', (failure) => failure.how === 'status' && failure.status >= 500);

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
  'server-error:unknown-status': classify(
    failures('a status above 504', (failure) => failure.how === 'status' && failure.status > 504),
    'internal_error',
  ),
  'asked-again': leaveAlone(chats),
  'asked-again:media': leaveAlone(submissions),
  malformed: classify(failing('malformed'), 'internal_error'),
  'malformed:broken-off': classify(failing('malformed', '{'), 'internal_error'),
  'malformed:html': classify(failing('malformed', '<'), 'internal_error'),
  'malformed:streams': recode('provider_unavailable', 'internal_error', streams),
  ...each('malformed:error-as-*', dashed(['unauthorized', 'invalid_request']), (code) =>
    classify(failing('error-object'), code),
  ),
  'empty:unavailable': classify(failing('empty'), 'provider_unavailable'),
  'empty:served': decide('routing', 'serves an empty answer', { isEmpty: () => false }),
  'empty:no-choices': deny('routing.isEmpty', 'serves an answer without choices', (output) => {
    return output.finishReason === undefined;
  }),
  'empty:no-content': deny('routing.isEmpty', 'serves a reply whose content is null', (output) => {
    return output.finishReason !== undefined;
  }),
  'payment-required': classify(status(402), 'insufficient_credit'),
  'payment-required:streams': recode('provider_payment_required', 'insufficient_credit', streams),
  unauthorized: classify(status(401), 'unauthorized'),
  'unauthorized:streams': recode('provider_unauthorized', 'unauthorized', streams),
  forbidden: classify(status(403), 'forbidden'),
  'forbidden:unauthorized': classify(status(403), 'unauthorized'),
  'forbidden:insufficient-credit': classify(status(403), 'insufficient_credit'),
  'rate-limited': classify(status(429), 'internal_error'),
  'rate-limited:retry-after': classify(
    failures(
      '429 with Retry-After',
      (failure) => failure.how === 'status' && failure.status === 429 && failure.retryAfterMs !== undefined,
    ),
    'internal_error',
  ),
  'not-relayed': decide('errors', 'relays the body of an endpoint', (present) => ({
    body(error, requestId) {
      const failure = error.details.lastFailure;
      return failure?.how === 'status' ? { relayed: failure.body } : present.body.call(this, error, requestId);
    },
    envelope: (error) => error.relayed ?? present.envelope(error),
  })),
  'not-relayed:other-refusals': decide('errors', 'relays the error of an endpoint under 404 and 409', (present) => ({
    body(error, requestId) {
      const failure = error.details.lastFailure;
      if (failure?.how !== 'status' || !status(404, 409).covers(failure))
        return present.body.call(this, error, requestId);
      return (JSON.parse(failure.body) as { error: JsonObject }).error;
    },
  })),
  'not-relayed:streams': inErrorsTo(streams, 'provider_unavailable', relayed),
  'not-relayed:conflict': classify(status(409), 'idempotency_conflict'),
  'not-relayed:not-found': classify(status(404), 'model_not_found'),
});
