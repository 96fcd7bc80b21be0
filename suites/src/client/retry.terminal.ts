import { errorTable } from '@gateproof/spec';
import type { ClientCheck } from '../support/client/define-client-check.ts';
import { notRetried, type Refusal, refused } from '../support/client/not-retried.ts';
import { type Operation, operations } from '../support/client/operations.ts';
import { errorAnswer, errorObject, refusalAtOnce } from '../support/client/replies.ts';

const { chat } = operations;

/** Codes of which one late repeat is tolerated are not here (freedoms F052, F073). */
const lenient = ['provider_unauthorized', 'idempotency_conflict', 'run_not_found'];
const terminals = [...errorTable.values()].filter(
  ({ kind, code, status }) => kind === 'terminal' && status !== null && !lenient.includes(code),
);
/** What is sent beside the kind does not make a refusal less terminal. */
const asides: Readonly<Record<string, object>> = {
  'of scope model': { scope: 'model' },
  'of scope route': { scope: 'route' },
  'without a scope': { scope: null },
  'after other attempts': { attempts: [{ status: 502, kind: 'unavailable' }] },
};
const unlike = Object.values(operations).filter(({ op }) => op !== 'chat');

/** Each operation but a plain chat with a refusal of its route, no two alike where the route allows it: a quick run takes the first rows. */
const ofTheirRoutes: readonly (readonly [code: string, operation: Operation])[] = [
  ['job_not_found', operations.get_job],
  ['job_not_found', operations.wait_job],
  ['job_not_found', operations.cancel_job],
  ['model_not_found', operations.get_model],
  ['moderation_refused', operations.create_image],
  ['payload_too_large', operations.create_transcription],
  ['insufficient_credit', operations.chat_stream],
];

/** Whether to send again is decided anew for each answer. */
const afterRetries: Readonly<Record<string, Refusal>> = Object.fromEntries(
  [chat, operations.chat_stream, operations.get_job].map((operation) => [
    `forbidden for ${operation.op} after provider_unavailable`,
    { ...refused('forbidden', operation), before: [refusalAtOnce('provider_unavailable')] },
  ]),
);

/** A client may have a list of its own for each of its operations: each code to each of them, but those that rules of their own are about. */
const plainTerminals = terminals.filter(({ code, status }) => code !== 'unauthorized' && (status ?? 500) < 500);
const eachCode: Readonly<Record<string, Refusal>> = Object.fromEntries(
  unlike.map((operation) => {
    const [answer, ...further] = plainTerminals.map(({ code }) => errorAnswer(code));
    return [`each code for ${operation.op}`, { operation, answer: answer ?? {}, further }];
  }),
);

const withRetryAfter = (seconds: number): Refusal => ({
  operation: chat,
  answer: errorAnswer('invalid_request', { retry_after_ms: seconds * 1_000 }, { 'retry-after': String(seconds) }),
});

/** Each kind of row before those that differ from one another by their code alone: a run whose time ends has taken the first ones. */
const terminal = notRetried('client.retry.terminal', {
  ...Object.fromEntries(ofTheirRoutes.map(([code, one]) => [`${code} for ${one.op}`, refused(code, one)])),
  'invalid_request with Retry-After': withRetryAfter(0),
  'invalid_request with Retry-After 1': withRetryAfter(1),
  ...afterRetries,
  ...Object.fromEntries(
    Object.entries(asides).map(([name, more]) => [
      `no_endpoint_available ${name}`,
      refused('no_endpoint_available', chat, more),
    ]),
  ),
  'idempotency_conflict without a key': refused('idempotency_conflict'),
  ...Object.fromEntries(terminals.map(({ code }) => [code, refused(code)])),
  ...eachCode,
});
const withStatus = (code: string, status: number, operation: Operation = chat): Refusal => ({
  operation,
  answer: { status, body: { error: errorObject(code) } },
});
const terminalWithRetryStatus = notRetried('client.retry.terminal-with-retry-status', {
  '504 retention_expired': refused('retention_expired'),
  '504 retention_expired of a job read': refused('retention_expired', operations.get_job),
  '504 retention_expired of a wait': refused('retention_expired', operations.wait_job),
  '502 policy_conflict of a stream': withStatus('policy_conflict', 502, operations.chat_stream),
  '503 forbidden': withStatus('forbidden', 503),
});

/** What a client must not send again (Errors › Retry guidance by kind, terminal). */
const refusals: readonly ClientCheck[] = [terminal, terminalWithRetryStatus];
export default refusals;
