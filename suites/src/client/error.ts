import {
  type ClientWorld,
  controlThat,
  DriverSilent,
  expectThat,
  NotExercised,
  type ScriptedAnswer,
} from '@gateproof/harness';
import { errorTable } from '@gateproof/spec';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { controlChat, expectFailure, reportedCode, reportOf } from '../support/client/expectations.ts';
import { attempt, controlOperation, type Operation, operations } from '../support/client/operations.ts';
import {
  chunk,
  errorAnswer,
  errorObject,
  event,
  jobBody,
  refusalAtOnce,
  streamOfPieces,
} from '../support/client/replies.ts';

const { chat } = operations;
/** Codes that a client can be sent on the shown routes (Errors › Codes). */
const sent = [...errorTable.values()].filter(({ code, status }) => status !== null && code !== 'run_not_found');
const isRetryable = (code: string) => errorTable.get(code)?.kind !== 'terminal';
const others = Object.values(operations).filter(({ op }) => op !== 'chat');
interface CodeRow {
  readonly operation: Operation;
  readonly code: string;
  /** Codes of the failures before it, each of which invites a retry. */
  readonly before?: readonly string[];
}
const codeRows: Readonly<Record<string, CodeRow>> = {
  ...Object.fromEntries(sent.map(({ code }) => [code, { operation: chat, code }])),
  ...Object.fromEntries(others.map((operation) => [`forbidden for ${operation.op}`, { operation, code: 'forbidden' }])),
  'forbidden after provider_unavailable': { operation: chat, code: 'forbidden', before: ['provider_unavailable'] },
  'model_not_found after upstream_timeout': {
    operation: operations.get_model,
    code: 'model_not_found',
    before: ['upstream_timeout'],
  },
};

async function expectCode(world: ClientWorld, { operation, code, before = [] }: CodeRow): Promise<void> {
  const answers = [...before, code].map((one) => refusalAtOnce(one));
  const heard = await attempt(world, operation, answers, { limitMs: 20_000 }).catch((error: unknown) => {
    if (error instanceof DriverSilent && isRetryable(code)) throw new NotExercised('the client was still trying');
    throw error;
  });
  if (heard.requests.length < answers.length) throw new NotExercised('the client does not retry so often');
  expectFailure(world, heard.answer, `an error ${code}`, code);
}

const codeReported = clientRows('client.error.code-reported', codeRows, async (world, row) => {
  await controlOperation(world, row.operation);
  await expectCode(world, row);
});

/** The codes of each status that several share. */
const groups: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [...new Set(sent.map(({ status }) => status))]
    .map((status): [string, string[]] => [
      String(status),
      sent.filter((row) => row.status === status).map(({ code }) => code),
    ])
    .filter(([, codes]) => codes.length > 1),
);
const oneStatus = clientRows('client.error.codes-of-one-status', groups, async (world, codes) => {
  await controlChat(world);
  for (const code of codes) await expectCode(world, { operation: chat, code });
});

const newCode = (status: number, kind: string): ScriptedAnswer => ({
  status,
  body: { error: { ...errorObject('invalid_request'), code: 'brand_new_code', kind } },
});
/** The same in a stream that has begun. */
const newCodeInStream: ScriptedAnswer = {
  events: [
    ...streamOfPieces(['Hello']).slice(0, 2),
    event({ error: { ...errorObject('invalid_request'), code: 'brand_new_code', kind: 'unavailable' } }),
    'data: [DONE]\n\n',
  ],
};
interface Unlisted {
  readonly operation?: Operation;
  readonly answer: ScriptedAnswer;
  readonly most: number;
}
const unlistedRows: Readonly<Record<string, Unlisted>> = {
  'in a stream': { operation: operations.chat_stream, answer: newCodeInStream, most: Number.POSITIVE_INFINITY },
  'terminal with 400': { answer: newCode(400, 'terminal'), most: 1 },
  'terminal with 503': { answer: newCode(503, 'terminal'), most: 1 },
  'terminal with 429': { answer: newCode(429, 'terminal'), most: 1 },
  'unknown with 500': { answer: newCode(500, 'unknown'), most: 2 },
};
const unlisted = clientRows(
  'client.error.unlisted-code',
  unlistedRows,
  async (world, { operation = chat, answer, most }) => {
    await controlOperation(world, operation);
    const heard = await attempt(world, operation, [answer]);
    expectFailure(world, heard.answer, 'an error with a code that the table does not list', 'brand_new_code');
    expectThat(world, heard.requests.length <= most, {
      expected: `${most - 1} retries at most`,
      observed: `${heard.requests.length} requests`,
    });
  },
);

function isReported(rule: string, what: string, rows: Readonly<Record<string, object>>): ClientCheck {
  return clientRows(rule, rows, async (world, more) => {
    await controlChat(world);
    const { answer } = await attempt(world, chat, [
      errorAnswer('forbidden', more as Readonly<Record<string, unknown>>),
    ]);
    expectFailure(world, answer, what, 'forbidden');
  });
}

const unknownFields = isReported('client.error.unknown-fields', 'an error with unknown fields', {
  objects: { hint: { see: 'docs' }, details: [{ field: 'a' }] },
  flags: { retryable: true, retry: true, status: 200, success: true },
  'names that error classes use': { name: 'x', stack: 'y', cause: 'z', statusCode: 500, errors: [] },
});
const optionalFields = isReported('client.error.optional-fields', 'an error with or without optional fields', {
  none: {},
  'no scope': { scope: null },
  generation_id: { generation_id: 'gen_1' },
  attempts: { attempts: [{ status: 502, kind: 'unavailable' }] },
  'empty attempts': { attempts: [] },
  request_id: { request_id: 'req_1' },
});

const { chat_stream: chatStream } = operations;
/** The same error in the first chunk of a stream. */
const errorInStream = (more: Readonly<Record<string, unknown>>): ScriptedAnswer => ({
  events: [event(chunk('Hello')), event({ error: errorObject('moderation_refused', more) }), 'data: [DONE]\n\n'],
});

/** The request_id that the client reports with this error. */
async function reportedRequestId(world: ClientWorld, operation: Operation, error: ScriptedAnswer) {
  const { answer } = await attempt(world, operation, [error]);
  expectFailure(world, answer, 'an error');
  return answer.ok ? undefined : answer.error.request_id;
}

const withRequestId = { request_id: 'req_77' };
const inBoth = errorAnswer('forbidden', withRequestId);
const inHeader = errorAnswer('forbidden', {}, { 'x-svc-request-id': 'req_77' });
const requestIdRows: Readonly<Record<string, { operation: Operation; error: ScriptedAnswer }>> = {
  'in body and header': { operation: chat, error: inBoth },
  'in the header alone': { operation: chat, error: inHeader },
  'in a stream': { operation: chatStream, error: errorInStream(withRequestId) },
};
const requestId = clientRows('client.error.request-id', requestIdRows, async (world, { operation, error }) => {
  await controlChat(world);
  // A client that reports no id at all is stated once, and not for each place where one may stand.
  const plain = await reportedRequestId(world, chat, inBoth);
  if (error !== inBoth && plain === undefined) throw new NotExercised('the client reports no request id');
  const reported = error === inBoth ? plain : await reportedRequestId(world, operation, error);
  expectThat(world, reported === 'req_77', {
    expected: 'request_id req_77 with the reported error, so that support can find the request',
    observed: reported ?? 'no request_id',
  });
});

/** Begins the ids of earlier errors, so that none is taken for one that the client made. */
const earlierPrefix = 'earlier_error_';
/** Another process of the client may take a call: after some rounds one has met both errors. */
const rounds = 4;
const inTurn: Readonly<Record<string, { operation: Operation; error: ScriptedAnswer }>> = {
  'before one with another': { operation: chat, error: errorAnswer('forbidden', withRequestId) },
  'before one without': { operation: chat, error: errorAnswer('forbidden') },
  'before one without an envelope': { operation: chat, error: { status: 404, body: 'Not Found' } },
  'before one without, in a stream': { operation: chatStream, error: errorInStream({}) },
};
const ofThisError = clientRows('client.error.request-id-of-this-error', inTurn, async (world, { operation, error }) => {
  await controlChat(world);
  for (let round = 0; round < rounds; round += 1) {
    const earlier = errorAnswer('forbidden', { request_id: `${earlierPrefix}${round}` });
    if ((await reportedRequestId(world, chat, earlier)) === undefined)
      throw new NotExercised('the client reports no request id');
    const reported = await reportedRequestId(world, operation, error);
    expectThat(world, reported?.startsWith(earlierPrefix) !== true, {
      expected: 'no request_id of an earlier error',
      observed: reported ?? 'no request_id',
    });
  }
});

const html = { 'content-type': 'text/html' };
const bare: Readonly<Record<string, ScriptedAnswer>> = {
  'a page': { status: 400, headers: html, body: '<html>Bad Request</html>' },
  nothing: { status: 400, body: '' },
  'other JSON': { status: 400, body: '{"detail":"no"}' },
  null: { status: 400, body: 'null' },
  'an error that is text': { status: 400, body: '{"error":"no"}' },
  'an error that is null': { status: 403, body: '{"error":null}' },
  'an empty error': { status: 404, body: '{"error":{}}' },
  'JSON cut short': { status: 400, body: '{"error":{"code":"inva' },
  'a page of a proxy': { status: 502, headers: html, body: '<html>Bad Gateway</html>' },
  'a reply with an error status': { status: 404, body: chat.served.body },
};
const noEnvelope = clientRows('client.error.no-envelope', bare, async (world, answer) => {
  await controlChat(world);
  expectFailure(world, (await attempt(world, chat, [answer])).answer, 'an error without an envelope');
});

const jobRows: Readonly<Record<string, { op: 'get_job' | 'wait_job'; code: string }>> = Object.fromEntries(
  ['provider_unavailable', 'retention_expired', 'moderation_refused', 'internal_error'].flatMap((code) => [
    [`wait_job: ${code}`, { op: 'wait_job', code }],
    [`get_job: ${code}`, { op: 'get_job', code }],
  ]),
);
const jobFailed = clientRows('client.error.job-failed', jobRows, async (world, { op, code }) => {
  world.answer(() => operations.get_job.served);
  const good = await world.call(op, { job_id: 'job_1' });
  controlThat(
    good.ok && good.result.state === 'succeeded',
    `a succeeded job is not reported as such: ${reportOf(good)}`,
    'client.job.polls-until-final',
  );
  const { kind, message } = errorObject(code);
  const error = { code, kind, scope: 'route', message };
  world.answer(() => ({ body: jobBody('failed', { error }) }));
  const answer = await world.call(op, { job_id: 'job_1' });
  const heard = answer.ok ? ((answer.result.error ?? {}) as { code?: unknown }).code : answer.error.code;
  expectThat(world, heard === code && !(answer.ok && answer.result.state !== 'failed'), {
    expected: `a failed job with code ${code}`,
    observed: reportOf(answer),
  });
});

/** Errors as a client reports them (Errors). */
const byAnswer: readonly ClientCheck[] = [
  codeReported,
  oneStatus,
  unlisted,
  unknownFields,
  optionalFields,
  requestId,
  ofThisError,
  noEnvelope,
  jobFailed,
];

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

export default [...byAnswer, notByMessage, notByType];
