import { type ClientWorld, expectThat, NotExercised, show } from '@gateproof/harness';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { reportedCode } from '../support/client/expectations.ts';
import { attempt, controlOperation, type Operation, operations } from '../support/client/operations.ts';
import { chunk, errorObject, event, refusalAfter } from '../support/client/replies.ts';

const { chat, chat_stream: chatStream } = operations;

interface Row {
  readonly code: string;
  readonly change: Readonly<Record<string, unknown>>;
}

const isTerminal = (code: string) => errorObject(code).kind === 'terminal';
/** What is served after one refusal: how often the others are sent again is judged as well. */
const isServedAfterwards = (code: string) => !['terminal', 'unknown'].includes(String(errorObject(code).kind));

/** What came of an operation that is refused once with this error, then served; or always refused. */
async function outcome(world: ClientWorld, operation: Operation, { code, change }: Row): Promise<string> {
  const refused = refusalAfter(code, 0, change);
  const { answer, requests } = await attempt(world, operation, [
    refused,
    isServedAfterwards(code) ? operation.served : refused,
  ]);
  return `${reportedCode(answer)} after ${requests.length} requests`;
}

/** What came of a stream that this error ended. */
async function streamOutcome(world: ClientWorld, { code, change }: Row): Promise<string> {
  const events = [event(chunk('Hello')), event({ error: errorObject(code, change) }), 'data: [DONE]\n\n'];
  const { answer, requests } = await attempt(world, chatStream, [{ events }]);
  return `${reportedCode(answer)} after ${requests.length} requests`;
}

/** The same error in other words has the same outcome. */
async function expectSame(world: ClientWorld, row: Row, what: string, decide: (row: Row) => Promise<string>) {
  const plainly = () => decide({ ...row, change: {} });
  const plain = await plainly();
  const other = await decide(row);
  // A client may have so many retries for all its calls.
  if (other !== plain && (await plainly()) !== plain)
    throw new NotExercised('what the client does after the same error in the same words differs from call to call');
  expectThat(world, plain === other, { expected: `${what}: ${plain}`, observed: other });
}

/** What a client does must not depend on words: the same error in other words has the same outcome. */
function sameOutcome(rule: string, field: string, words: Readonly<Record<string, readonly string[]>>): ClientCheck {
  const rows = Object.entries(words).flatMap(([code, texts]) =>
    texts.map((text) => [`${code}: ${text === '' ? 'empty' : text}`, { code, change: { [field]: text } }] as const),
  );
  const streamRows = rows
    .filter(([, { code }]) => code === 'moderation_refused' || code === 'provider_unavailable')
    .map(([name, row]) => [`in a stream, ${name}`, { ...row, isStream: true }] as const);
  // A client may read the errors of each operation in a way of its own.
  const elsewhere = Object.values(operations)
    .filter(({ op }) => op !== 'chat')
    .map((operation) => [`each code for ${operation.op}`, { operation, all: firstOfEach(words, field) }] as const);
  return clientRows<(Row & { isStream?: boolean }) | Elsewhere>(
    rule,
    Object.fromEntries<(Row & { isStream?: boolean }) | Elsewhere>([...rows, ...streamRows, ...elsewhere]),
    async (world, row) => {
      if ('all' in row) return expectSameOfEach(world, row);
      await controlOperation(world, row.isStream === true ? chatStream : chat);
      const decide =
        row.isStream === true ? streamOutcome : (inWorld: ClientWorld, one: Row) => outcome(inWorld, chat, one);
      await expectSame(world, row, 'the same outcome', (one) => decide(world, one));
    },
  );
}

/** An operation that is refused with several codes, each in words of another. */
interface Elsewhere {
  readonly operation: Operation;
  readonly all: readonly Row[];
}

const firstOfEach = (words: Readonly<Record<string, readonly string[]>>, field: string): readonly Row[] =>
  Object.entries(words).map(([code, [text]]) => ({ code, change: { [field]: text } }));

async function expectSameOfEach(world: ClientWorld, { operation, all }: Elsewhere): Promise<void> {
  await controlOperation(world, operation);
  for (const row of all) {
    // A client that polls decides by time how often it asks.
    if (operation.op === 'wait_job' && !isServedAfterwards(row.code) && !isTerminal(row.code)) continue;
    const what = `the same outcome of ${operation.op}, refused with ${row.code} and other words (${show(row.change)})`;
    await expectSame(world, row, what, (one) => outcome(world, operation, one));
  }
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
  internal_error: ['Too many requests: rate limit reached, try again later.', 'Bad request.'],
  upstream_timeout: ['The request was refused for good: do not retry.', 'Internal server error.'],
});
const notByType = sameOutcome('client.error.not-by-type', 'type', {
  invalid_request: ['rate_limit_error', 'api_error', 'server_error', 'timeout_error', 'overloaded_error'],
  forbidden: ['authentication_error', 'rate_limit_error', 'not_found_error'],
  moderation_refused: ['rate_limit_error', 'server_error'],
  provider_unavailable: ['invalid_request_error', 'insufficient_quota', 'authentication_error'],
  rate_limited: ['insufficient_quota', 'invalid_request_error'],
  internal_error: ['rate_limit_error', 'invalid_request_error', 'timeout_error'],
  upstream_timeout: ['invalid_request_error', 'server_error'],
});

/** What a client must not decide by (Errors). */
const words: readonly ClientCheck[] = [notByMessage, notByType];
export default words;
