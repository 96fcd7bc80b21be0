import { type ClientWorld, expectThat } from '@gateproof/harness';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { reportedCode } from '../support/client/expectations.ts';
import { attempt, controlOperation, operations } from '../support/client/operations.ts';
import { chunk, errorAnswer, errorObject, event } from '../support/client/replies.ts';

const { chat, chat_stream: chatStream } = operations;

interface Row {
  readonly code: string;
  readonly change: Readonly<Record<string, unknown>>;
}

const isTerminal = (code: string) => errorObject(code).kind === 'terminal';

/** What came of a chat that is refused once with this error, then served. */
async function outcome(world: ClientWorld, { code, change }: Row): Promise<string> {
  const refused = errorAnswer(code, change);
  const { answer, requests } = await attempt(world, chat, [refused, isTerminal(code) ? refused : chat.served]);
  return `${reportedCode(answer)} after ${requests.length} requests`;
}

/** What came of a stream that this error ended. */
async function streamOutcome(world: ClientWorld, { code, change }: Row): Promise<string> {
  const events = [event(chunk('Hello')), event({ error: errorObject(code, change) }), 'data: [DONE]\n\n'];
  const { answer, requests } = await attempt(world, chatStream, [{ events }]);
  return `${reportedCode(answer)} after ${requests.length} requests`;
}

/** What a client does must not depend on words: the same error in other words has the same outcome. */
function sameOutcome(rule: string, field: string, words: Readonly<Record<string, readonly string[]>>): ClientCheck {
  const rows = Object.entries(words).flatMap(([code, texts]) =>
    texts.map((text) => [`${code}: ${text === '' ? 'empty' : text}`, { code, change: { [field]: text } }] as const),
  );
  const streamRows = rows
    .filter(([, { code }]) => code === 'moderation_refused' || code === 'provider_unavailable')
    .map(([name, row]) => [`in a stream, ${name}`, { ...row, isStream: true }] as const);
  return clientRows<Row & { isStream?: boolean }>(
    rule,
    Object.fromEntries([...rows, ...streamRows]),
    async (world, row) => {
      await controlOperation(world, row.isStream === true ? chatStream : chat);
      const decide = row.isStream === true ? streamOutcome : outcome;
      const plain = await decide(world, { ...row, change: {} });
      const other = await decide(world, row);
      expectThat(world, plain === other, { expected: `the same outcome: ${plain}`, observed: other });
    },
  );
}

const notByMessage = sameOutcome('client.error.not-by-message', 'message', {
  invalid_request: [
    'Rate limit exceeded, timeout, please try again later (insufficient_quota).',
    "This model's maximum context length is 8192 tokens; the prompt is too long.",
    'Service temporarily unavailable: the server is overloaded. Retry in 1 second.',
    'Incorrect API key provided: unauthorized.',
    'At capacity and busy: slow down, requests are throttled.',
    'Network error: fetch failed, socket hang up (ECONNRESET).',
    'Upstream said 503 Service Unavailable, 502 Bad Gateway.',
    'rate_limited, then model_not_found and internal_error.',
    '{"error":{"code":"internal_error","kind":"unknown","message":"inner"}}',
  ],
  forbidden: [
    'Your request was rejected by our content policy (moderation).',
    'Too many requests. 429.',
    'Insufficient credit; billing hard limit reached.',
    'Not found.',
    '',
  ],
  moderation_refused: ['The model does not exist.', 'Internal server error, try again.', 'Connection timed out.'],
  provider_unavailable: [
    'You exceeded your current quota: insufficient_quota.',
    'Invalid request: do not retry this.',
    'Unauthorized: invalid API key.',
    'The model was not found or does not exist: forbidden, access denied.',
    '{"error":{"code":"invalid_request","kind":"terminal","message":"inner"}}',
    '',
  ],
  rate_limited: ['You exceeded your current quota, please check your plan and billing details.', 'Terminal error.'],
});
const notByType = sameOutcome('client.error.not-by-type', 'type', {
  invalid_request: ['rate_limit_error', 'api_error', 'server_error', 'timeout_error', 'overloaded_error'],
  forbidden: ['authentication_error', 'rate_limit_error', 'not_found_error'],
  moderation_refused: ['rate_limit_error', 'server_error'],
  provider_unavailable: ['invalid_request_error', 'insufficient_quota', 'authentication_error'],
  rate_limited: ['insufficient_quota', 'invalid_request_error'],
});

/** What a client must not decide by (Errors). */
const words: readonly ClientCheck[] = [notByMessage, notByType];
export default words;
