import { patch } from '@gateproof/simulator/behaviour';
import { change } from '../../change.ts';
import type { JsonObject } from '../../changes/exchange-changes.ts';
import type { Edit } from '../../edits.ts';
import { classify, type Failures, failing, status } from '../../operators/classify.ts';
import { inErrorsTo } from '../../operators/edit-messages.ts';
import { recode } from '../../operators/refuse.ts';
import { each, rows } from '../../rows.ts';
import { streams } from '../../scopes.ts';

const relayed: Edit = {
  words: 'the error of the endpoint',
  change: () => ({ message: 'inner', type: 'inner_error', code: 'inner_code', param: null }),
};
const serverErrors: Failures = {
  words: '5xx',
  covers: (failure) => failure.how === 'status' && failure.status >= 500,
};

/** What the failures of endpoints are reported as. */
export const errorUpstream = rows({
  'error.upstream.unreachable': classify(failing('unreachable'), 'internal_error'),
  'error.upstream.unreachable:streams': recode('provider_unavailable', 'upstream_timeout', streams),
  'error.upstream.connection-lost': classify(failing('connection-lost'), 'internal_error'),
  'error.upstream.timeout': classify(failing('timeout'), 'internal_error'),
  'error.upstream.server-error': classify(serverErrors, 'internal_error'),
  'error.upstream.server-error:streams': recode('provider_unavailable', 'internal_error', streams),
  'error.upstream.server-error:504': classify(status(504), 'internal_error'),
  'error.upstream.server-error:html': classify(failing('status', '<'), 'internal_error'),
  'error.upstream.server-error:unknown-status': classify(
    { words: 'a status above 504', covers: (failure) => failure.how === 'status' && failure.status > 504 },
    'internal_error',
  ),
  'error.upstream.malformed': classify(failing('malformed'), 'internal_error'),
  'error.upstream.malformed:broken-off': classify(failing('malformed', '{'), 'internal_error'),
  'error.upstream.malformed:html': classify(failing('malformed', '<'), 'internal_error'),
  'error.upstream.malformed:streams': recode('provider_unavailable', 'internal_error', streams),
  ...each(['unauthorized', 'invalid_request'], (code) => [
    `error.upstream.malformed:error-as-${code.replace('_', '-')}`,
    classify(failing('error-object'), code),
  ]),
  'error.upstream.empty:unavailable': classify(failing('empty'), 'provider_unavailable'),
  'error.upstream.empty:served': change('serves an empty answer', patch('routing', { isEmpty: () => false })),
  'error.upstream.empty:no-choices': change(
    'serves an answer without choices',
    patch('routing', ({ isEmpty }) => ({ isEmpty: (output) => output.finishReason !== undefined && isEmpty(output) })),
  ),
  'error.upstream.empty:no-content': change(
    'serves a reply whose content is null',
    patch('routing', ({ isEmpty }) => ({ isEmpty: (output) => output.finishReason === undefined && isEmpty(output) })),
  ),
  'error.upstream.payment-required': classify(status(402), 'insufficient_credit'),
  'error.upstream.payment-required:streams': recode('provider_payment_required', 'insufficient_credit', streams),
  'error.upstream.unauthorized': classify(status(401), 'unauthorized'),
  'error.upstream.unauthorized:streams': recode('provider_unauthorized', 'unauthorized', streams),
  'error.upstream.forbidden': classify(status(403), 'forbidden'),
  'error.upstream.forbidden:unauthorized': classify(status(403), 'unauthorized'),
  'error.upstream.forbidden:insufficient-credit': classify(status(403), 'insufficient_credit'),
  'error.upstream.rate-limited': classify(status(429), 'internal_error'),
  'error.upstream.rate-limited:retry-after': classify(
    {
      words: '429 with Retry-After',
      covers: (failure) => failure.how === 'status' && failure.status === 429 && failure.retryAfterMs !== undefined,
    },
    'internal_error',
  ),
  'error.upstream.not-relayed': change(
    'relays the body of an endpoint',
    patch('errors', (present) => ({
      body(error, requestId) {
        const failure = error.details.lastFailure;
        return failure?.how === 'status' ? { relayed: failure.body } : present.body.call(this, error, requestId);
      },
      envelope: (error) => error.relayed ?? present.envelope(error),
    })),
  ),
  'error.upstream.not-relayed:other-refusals': change(
    'relays the error of an endpoint under 404 and 409',
    patch('errors', (present) => ({
      body(error, requestId) {
        const failure = error.details.lastFailure;
        if (failure?.how !== 'status' || !status(404, 409).covers(failure))
          return present.body.call(this, error, requestId);
        return (JSON.parse(failure.body) as { error: JsonObject }).error;
      },
    })),
  ),
  'error.upstream.not-relayed:streams': inErrorsTo(streams, 'provider_unavailable', relayed),
  'error.upstream.not-relayed:conflict': classify(status(409), 'idempotency_conflict'),
  'error.upstream.not-relayed:not-found': classify(status(404), 'model_not_found'),
});
