import {
  type ClientRequest,
  DriverSilent,
  expectThat,
  NotExercised,
  requestHeaderOf,
  type ScriptedAnswer,
} from '@gateproof/harness';
import { errorTable } from '@gateproof/spec';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { controlChat, expectFailure, expectOk, reportOf } from '../support/client/expectations.ts';
import {
  answerAside,
  attempt,
  controlOperation,
  gapsBetween,
  type Operation,
  operations,
  requestsOf,
} from '../support/client/operations.ts';
import { completion, errorAnswer, errorObject, jobBody, refusalAtOnce } from '../support/client/replies.ts';

const { chat } = operations;
const served = completion('served in the end');
const afterwardsMs = 1_000;

/** Requests that say again what the first one said. A changed request is another one: changing it is what the guidance asks for. */
function repeats([first, ...later]: readonly ClientRequest[]): readonly ClientRequest[] {
  const bytesOf = ({ exchange }: ClientRequest) => Buffer.from(exchange.request.body).toString('latin1');
  return later.filter(
    (one) =>
      first !== undefined && one.method === first.method && one.path === first.path && bytesOf(one) === bytesOf(first),
  );
}

/** How long a client waits at least that asks for the result of a request under way. */
const resultWaitMs = 50;

/** Whether the same was asked again under its key, each time after a wait: a way to the first result (freedom F073). */
function asksForResult(requests: readonly ClientRequest[]): boolean {
  const isKeyed = requests.every(({ exchange }) => requestHeaderOf(exchange, 'idempotency-key') !== undefined);
  return requests.length > 1 && isKeyed && gapsBetween(requests).every((gap) => gap >= resultWaitMs);
}

interface Refusal {
  readonly operation: Operation;
  readonly answer: ScriptedAnswer;
  /** Failures before it that invite a retry. */
  readonly before?: readonly ScriptedAnswer[];
}

function notRetried(rule: string, rows: Readonly<Record<string, Refusal>>): ClientCheck {
  return clientRows(rule, rows, async (world, { operation, answer: refusal, before = [] }) => {
    await controlOperation(world, operation);
    const from = world.requests().length;
    const { answer } = await attempt(world, operation, [...before, refusal, operation.served]);
    const sinceRefusal = () => requestsOf(world, operation, from).slice(before.length);
    if (sinceRefusal().length === 0) throw new NotExercised('the client does not retry so often');
    if (sinceRefusal().length === 1) await world.pause(afterwardsMs);
    const requests = sinceRefusal();
    if (refusal.status === errorTable.get('idempotency_conflict')?.status && asksForResult(requests))
      return world.stated();
    expectThat(world, repeats(requests).length === 0, {
      expected: `one request: an error with status ${refusal.status} and kind terminal`,
      observed: `${requests.length} requests`,
      exchanges: requests.map(({ exchange }) => exchange.id),
    });
    if (requests.length === 1) expectFailure(world, answer, 'a terminal error');
  });
}

/** Codes of which one late repeat is tolerated are not here (freedoms F052, F073). */
const lenient = ['provider_unauthorized', 'idempotency_conflict', 'run_not_found'];
const terminals = [...errorTable.values()].filter(
  ({ kind, code, status }) => kind === 'terminal' && status !== null && !lenient.includes(code),
);
const refused = (code: string, operation: Operation = chat, more: object = {}): Refusal => ({
  operation,
  answer: errorAnswer(code, { ...more }),
});
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

const terminal = notRetried('client.retry.terminal', {
  ...Object.fromEntries(ofTheirRoutes.map(([code, one]) => [`${code} for ${one.op}`, refused(code, one)])),
  'idempotency_conflict without a key': refused('idempotency_conflict'),
  ...Object.fromEntries(terminals.map(({ code }) => [code, refused(code)])),
  ...Object.fromEntries(unlike.map((operation) => [`forbidden for ${operation.op}`, refused('forbidden', operation)])),
  'invalid_request with Retry-After': {
    operation: chat,
    answer: errorAnswer('invalid_request', { retry_after_ms: 0 }, { 'retry-after': '0' }),
  },
  'invalid_request with Retry-After 1': {
    operation: chat,
    answer: errorAnswer('invalid_request', { retry_after_ms: 1_000 }, { 'retry-after': '1' }),
  },
  ...afterRetries,
  ...Object.fromEntries(
    Object.entries(asides).map(([name, more]) => [
      `no_endpoint_available ${name}`,
      refused('no_endpoint_available', chat, more),
    ]),
  ),
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
const invalidKey = notRetried('client.retry.invalid-key-once', {
  ...Object.fromEntries(Object.values(operations).map((one) => [one.op, refused('unauthorized', one)])),
});

interface Failure {
  readonly code: string;
  readonly operation: Operation;
  readonly waits: 'at once' | 'as it likes';
}

function retried(rule: string, codes: readonly [string, ...string[]]): ClientCheck {
  const [first] = codes;
  const rows: Readonly<Record<string, Failure>> = {
    ...Object.fromEntries(codes.map((code): [string, Failure] => [code, { code, operation: chat, waits: 'at once' }])),
    [`${first} without Retry-After`]: { code: first, operation: chat, waits: 'as it likes' },
    [`${first} of a stream`]: { code: first, operation: operations.chat_stream, waits: 'at once' },
  };
  return clientRows(rule, rows, async (world, { code, operation, waits }) => {
    await controlOperation(world, operation);
    const failure =
      waits === 'at once' ? errorAnswer(code, { retry_after_ms: 0 }, { 'retry-after': '0' }) : errorAnswer(code);
    const { answer, requests } = await attempt(world, operation, [failure, operation.served]);
    expectThat(world, requests.length >= 2, {
      expected: `a retry after ${code}`,
      observed: `${requests.length} request`,
    });
    expectOk(world, answer, 'a request that its retry served');
  });
}

interface Unknown {
  readonly operation: Operation;
  readonly answers: readonly ScriptedAnswer[];
}
const { wait_job: _polling, ...onceOperations } = operations;
const internal = errorAnswer('internal_error');
const onceRows: Readonly<Record<string, Unknown>> = {
  ...Object.fromEntries(
    Object.values(onceOperations).map((operation) => [operation.op, { operation, answers: [internal] }]),
  ),
  'with Retry-After': {
    operation: chat,
    answers: [errorAnswer('internal_error', { retry_after_ms: 0 }, { 'retry-after': '0' })],
  },
  'with provider_unavailable between': {
    operation: chat,
    answers: [internal, errorAnswer('provider_unavailable'), internal],
  },
};
const unknownOnce = clientRows('client.retry.unknown-once', onceRows, async (world, { operation, answers }) => {
  await controlOperation(world, operation);
  const { answer, requests } = await attempt(world, operation, answers, {
    ...(operation.op.startsWith('create') ? { idempotencyKey: world.unique('key') } : {}),
  });
  const most = answers.length === 1 ? 2 : answers.length;
  expectThat(world, requests.length <= most, {
    expected: 'one retry at most after kind unknown',
    observed: `${requests.length} requests`,
  });
  expectFailure(world, answer, 'a request that always fails');
});

/** No caller waits for so many retries; a client that is silent after that many goes on for ever. */
const endless = { answered: 40, silent: 10 };

const endRows: Readonly<Record<string, Refusal>> = {
  ...Object.fromEntries(
    ['provider_unavailable', 'rate_limited', 'upstream_timeout'].map((code) => [
      code,
      { operation: chat, answer: refusalAtOnce(code) },
    ]),
  ),
  ...Object.fromEntries(
    ([operations.chat_stream, operations.get_job, operations.list_models, operations.create_image] as const).map(
      (operation) => [
        `provider_unavailable for ${operation.op}`,
        { operation, answer: refusalAtOnce('provider_unavailable') },
      ],
    ),
  ),
  'a lost answer': { operation: chat, answer: { ending: 'lost' } },
};

const ends = clientRows('client.retry.ends', endRows, async (world, { operation, answer: again }) => {
  await controlOperation(world, operation);
  const from = world.requests().length;
  const sent = () => requestsOf(world, operation, from).length;
  world.answer((request) => answerAside(operation, request) ?? (sent() > endless.answered ? operation.served : again));
  const answer = await world.call(operation.op, operation.params, { limitMs: 40_000 }).catch((error: unknown) => {
    if (error instanceof DriverSilent && sent() >= endless.silent) return undefined;
    throw error;
  });
  expectThat(world, answer !== undefined && sent() <= endless.answered, {
    expected: 'a finite number of retries',
    observed: `${sent()} requests and no end`,
  });
  expectFailure(world, answer, 'a request that always fails');
});

const reportRows: Readonly<Record<string, { operation: Operation; failures: readonly string[] }>> = {
  'a chat, once': { operation: { ...chat, served }, failures: ['provider_unavailable'] },
  'a chat, twice': { operation: { ...chat, served }, failures: ['provider_unavailable', 'upstream_timeout'] },
  'a chat, after internal_error': { operation: { ...chat, served }, failures: ['internal_error'] },
  'a stream': { operation: operations.chat_stream, failures: ['provider_unavailable'] },
  'a submission': { operation: operations.create_image, failures: ['provider_unavailable'] },
  'a job': {
    operation: { ...operations.get_job, served: { body: jobBody('succeeded') } },
    failures: ['provider_unavailable'],
  },
};
/** What the caller hears of the reply, by operation. */
const servedAs: Readonly<Record<string, string>> = {
  chat: 'served in the end',
  get_job: 'succeeded',
  create_image: 'queued',
};
const successReported = clientRows(
  'client.retry.success-reported',
  reportRows,
  async (world, { operation, failures }) => {
    await controlOperation(world, operation);
    const from = world.requests().length;
    const seen = await attempt(world, operation, [...failures.map((code) => errorAnswer(code)), operation.served]);
    if (seen.requests.length <= failures.length) throw new NotExercised('the client does not retry so often');
    const result = expectOk(world, seen.answer, 'a request that its retry served');
    const { [operation.op]: wanted = 'fine' } = servedAs;
    // A client may read the job after its submission, and report what it read.
    const wasRead = world.requests().slice(from).length > seen.requests.length && result.state === 'succeeded';
    expectThat(world, (result.state ?? result.content) === wanted || wasRead, {
      expected: wanted,
      observed: reportOf(seen.answer),
    });
  },
);

const kinds = {
  502: ['provider_unavailable', 502],
  503: ['snapshot_expired', 503],
  504: ['upstream_timeout', 504],
} as const;
const byKind = clientRows('client.retry.by-kind', kinds, async (world, [code, status]) => {
  await controlChat(world);
  const retryable = await attempt(world, chat, [errorAnswer(code), served]);
  if (retryable.requests.length < 2) throw new NotExercised(`the client does not retry ${code}`);
  const error = { ...errorObject(status === 502 ? 'provider_unauthorized' : 'retention_expired') };
  const { requests, gapsMs } = await attempt(world, chat, [{ status, body: { error } }]);
  const [gap = Number.POSITIVE_INFINITY] = gapsMs;
  // One late retry of provider_unauthorized is tolerated (freedom F052).
  const isLate = status === 502 && requests.length === 2 && gap >= 1_000;
  expectThat(world, requests.length === 1 || isLate, {
    expected: `a ${status} of kind terminal not to be retried as a ${status} of another kind is`,
    observed: `${requests.length - 1} retries, the first after ${gap.toFixed(0)} ms`,
  });
});

const providerUnauthorized = clientRows(
  'client.retry.provider-unauthorized',
  ['chat', 'chat_stream'] as const,
  async (world, op) => {
    const operation = operations[op];
    await controlOperation(world, operation);
    const { requests, gapsMs } = await attempt(world, operation, [errorAnswer('provider_unauthorized')]);
    expectThat(world, requests.length === 1 || (gapsMs[0] ?? 0) >= 1_000, {
      expected: 'no retry at once',
      observed: `${requests.length - 1} retries, the first after ${gapsMs[0]?.toFixed(0)} ms`,
    });
  },
);

/** When a client sends again (Errors › Retry guidance by kind). */
const retries: readonly ClientCheck[] = [
  terminal,
  terminalWithRetryStatus,
  invalidKey,
  retried('client.retry.rate-limit', ['rate_limited']),
  retried('client.retry.unavailable', [
    'provider_unavailable',
    'provider_empty_response',
    'provider_payment_required',
    'snapshot_expired',
  ]),
  retried('client.retry.timeout', ['upstream_timeout', 'request_timeout']),
  retried('client.retry.unknown', ['internal_error']),
  unknownOnce,
  ends,
  successReported,
  byKind,
  providerUnauthorized,
];
export default retries;
