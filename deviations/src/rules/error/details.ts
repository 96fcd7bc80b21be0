import { patch } from '@gateproof/simulator/behaviour';
import { change, together } from '../../change.ts';
import type { JsonObject } from '../../changes/exchange-changes.ts';
import { type Edit, edit, replace, set, when } from '../../edits.ts';
import { inAnswers, inErrors, inErrorsTo } from '../../operators/edit-messages.ts';
import { inFailureChunks } from '../../operators/in-failure-chunks.ts';
import { inRetryAfter } from '../../operators/in-retry-after.ts';
import { recode } from '../../operators/refuse.ts';
import { each, rows } from '../../rows.ts';
import { and, at, jobRoutes, type Scope, streams, submissions, withField } from '../../scopes.ts';
import { alternating, secondTime } from '../../scopes-with-memory.ts';

type Attempts = readonly JsonObject[];
const attempts = (words: string, change: (all: Attempts) => Attempts, path = 'attempts'): Edit =>
  edit(path, words, (all) => change(all as Attempts));
const last = (all: Attempts) => all.slice(-1);
const withEarlier = (earlier: JsonObject[] = []) =>
  attempts('with those of earlier requests', (all) => {
    earlier.push(...all);
    return [...earlier];
  });
const vagueFilters = (scope: Scope) =>
  inErrorsTo(and(scope, withField('provider')), 'no_endpoint_available', set('message', 'No endpoint is available.'));
const requestIdHeader = (words: string, header: (id: string) => string | undefined) =>
  change(`sends ${words}`, patch('errors', { requestIdHeader: header }));

/** What errors say besides code and kind, and whether a terminal error comes again. */
export const errorDetails = rows({
  'error.attempts.count': inErrors(attempts('cut to the last', last)),
  'error.attempts.count:three': inErrors(attempts('cut to three', (all) => all.slice(0, 3))),
  'error.attempts.count:requested-model': inErrors(
    attempts('of the requested model only', (all) => all.filter(({ model }) => model === all[0]?.model)),
  ),
  'error.attempts.count:doubled': inErrors(attempts('each twice', (all) => all.flatMap((one) => [one, one]))),
  'error.attempts.count:earlier': inErrors(withEarlier()),
  'error.attempts.count:streams': inAnswers(streams, attempts('cut to the last', last, 'error.attempts')),
  'error.attempts.count:stream': inFailureChunks(attempts('cut to the last', last, 'error.attempts')),

  'error.header.request-id-present': requestIdHeader('no request id header', () => undefined),
  'error.header.request-id-equal': requestIdHeader('another request id in the header', (id) => `${id}x`),
  'error.header.request-id-equal:jobs': inAnswers(
    jobRoutes,
    edit('error.request_id', 'with an x', (id) => `${id}x`),
  ),
  'error.header.retry-after-present': inRetryAfter('no Retry-After', () => undefined),
  'error.header.retry-after-present:endpoint': inRetryAfter(
    'no Retry-After when an endpoint asked for the wait',
    (value, { details }) => (details.attempts === undefined ? value : undefined),
  ),
  'error.header.retry-after-present:rates-only': inRetryAfter('Retry-After for rates only', (value, { code }) =>
    code === 'rate_limited' ? value : undefined,
  ),
  'error.header.retry-after-seconds:fraction': inRetryAfter('Retry-After with a fraction', (value) => `${value}.001`),
  'error.header.retry-after-seconds:date': inRetryAfter('Retry-After as a date', () => 'Wed, 21 Oct 2026 07:28:00 GMT'),
  'error.header.retry-after-equal:milliseconds': inRetryAfter('Retry-After in milliseconds', (value, { details }) =>
    String(details.retryAfterMs ?? value),
  ),
  'error.header.retry-after-equal:constant': inRetryAfter('Retry-After: 60 always', () => '60'),
  'error.header.retry-after-equal:capped': inRetryAfter('Retry-After of ten seconds at most', (value) =>
    String(Math.min(10, Number(value))),
  ),
  'error.header.retry-after-equal:seconds': inErrors(
    edit('retry_after_ms', 'in seconds', (waitMs) => Math.ceil(Number(waitMs) / 1000)),
  ),

  'error.request-id.distinct': together(
    inErrors(set('request_id', 'req_same')),
    requestIdHeader('the same request id always', () => 'req_same'),
  ),
  'error.request-id.distinct:jobs': inErrors(set('request_id', 'req_jobs'), 'job_not_found'),

  'error.type.rate-limited': inErrors(set('type', 'api_error'), 'rate_limited'),
  'error.type.rate-limited:media': inErrorsTo(submissions, 'rate_limited', set('type', 'invalid_request_error')),
  'error.type.rate-limited:endpoint': inErrors(
    when('for limits of endpoints', ({ attempts }) => attempts !== undefined, set('type', 'upstream_error')),
    'rate_limited',
  ),
  'error.type.same-for-code': inErrors(
    when(
      'every second time',
      alternating(({ code }) => code !== 'rate_limited'),
      set('type', 'api_error'),
    ),
  ),

  'error.message.unknown-model': inErrors(
    when('for models', ({ scope }) => scope === 'model', replace('message', 'Nobody can serve this.')),
    'no_endpoint_available',
  ),
  'error.message.excluding-filter': inErrors(
    when('for routes', ({ scope }) => scope === 'route', replace('message', 'No endpoint can serve this.')),
    'no_endpoint_available',
  ),
  'error.message.excluding-filter:streams': vagueFilters(streams),
  'error.message.excluding-filter:lists': vagueFilters(withField('models')),
  'error.message.excluding-filter:media': vagueFilters(submissions),

  'error.terminal.same-again': recode('no_endpoint_available', 'invalid_request', secondTime()),
  'error.terminal.same-again:media': recode('invalid_request', 'unsupported_capability', secondTime(submissions)),
  'error.terminal.same-again:model-get': recode(
    'model_not_found',
    'no_endpoint_available',
    secondTime(at('model-get')),
  ),
  ...each(
    [
      'unauthorized',
      'forbidden',
      'insufficient_credit',
      'context_length_exceeded',
      'idempotency_conflict',
      'job_already_finished',
    ],
    (code) => [`error.terminal.same-again:${code.replaceAll('_', '-')}`, recode(code, 'policy_conflict', secondTime())],
  ),
});
