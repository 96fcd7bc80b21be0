import type { GatewayError, SeenRequest } from '@gateproof/simulator/behaviour';
import { type Change, dashed, decide, each, overrule, rows, together } from '../../change.ts';
import { append, type Edit, edit, replace, set, when } from '../../edits/fields.ts';
import { alternating } from '../../memory.ts';
import { recode } from '../../operators/answers.ts';
import { inAnswers, inErrors, inErrorsTo } from '../../operators/edit-messages.ts';
import { inFailureChunks } from '../../operators/streams.ts';
import type { JsonObject } from '../../requests/seen.ts';
import { withField } from '../../scopes/chats.ts';
import { secondTime } from '../../scopes/memory.ts';
import { and, at, requests, restricted, type Scope, streams, submissions } from '../../scopes/requests.ts';

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
const isKeyless = ({ headers }: SeenRequest) => headers.authorization === undefined;
const keyless = requests('without a key', isKeyless);
const oftenWithoutKey = requests('without a key, every second time', alternating(isKeyless));
const everySecond = alternating(({ code }: JsonObject) => code !== 'rate_limited');
const ofEndpoint = (inner: Edit) => when('for limits of endpoints', ({ attempts }) => attempts !== undefined, inner);
const vague = (of: 'model' | 'route') =>
  when(`for ${of}s`, ({ scope }) => scope === of, replace('message', 'Nobody can serve this.'));
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
  'header.retry-after-equal:capped': inRetryAfter('Retry-After of ten at most', (s) => String(Math.min(10, Number(s)))),
  'header.retry-after-equal:seconds': inErrors(
    edit('retry_after_ms', 'in seconds', (ms) => Math.ceil(Number(ms) / 1e3)),
  ),

  'request-id.distinct': together(inErrors(set('request_id', 'req_same')), sameInHeader),
  'request-id.distinct:jobs': inErrors(set('request_id', 'req_jobs'), 'job_not_found'),
  'request-id.distinct:submissions': sameRequestId(submissions),
  'request-id.distinct:cancels': sameRequestId(at('job-cancel')),
  'request-id.distinct:no-key': sameRequestId(keyless),

  'type.rate-limited': inErrors(set('type', 'api_error'), 'rate_limited'),
  'type.rate-limited:media': inErrorsTo(submissions, 'rate_limited', set('type', 'invalid_request_error')),
  'type.rate-limited:endpoint': inErrors(ofEndpoint(set('type', 'upstream_error')), 'rate_limited'),
  'type.same-for-code': inErrors(when('every second time', everySecond, set('type', 'api_error'))),

  'message.unknown-model': inErrors(vague('model'), 'no_endpoint_available'),
  'message.excluding-filter': inErrors(vague('route'), 'no_endpoint_available'),
  'message.excluding-filter:streams': vagueFilters(streams),
  'message.excluding-filter:lists': vagueFilters(withField('models')),
  'message.excluding-filter:media': vagueFilters(submissions),

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
