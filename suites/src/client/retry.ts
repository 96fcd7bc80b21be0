import { DriverSilent, expectThat, NotExercised } from '@gateproof/harness';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { controlChat, expectFailure, expectOk, reportOf } from '../support/client/expectations.ts';
import { notRetried, type Refusal, refused } from '../support/client/not-retried.ts';
import {
  answerAside,
  attempt,
  controlOperation,
  type Operation,
  operations,
  requestsOf,
} from '../support/client/operations.ts';
import { completion, errorAnswer, errorObject, jobBody, refusalAtOnce } from '../support/client/replies.ts';
import { retried } from '../support/client/retried.ts';

const { chat } = operations;
const served = completion('served in the end');

const invalidKey = notRetried('client.retry.invalid-key-once', {
  ...Object.fromEntries(Object.values(operations).map((one) => [one.op, refused('unauthorized', one)])),
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
  ...Object.fromEntries(
    ['internal_error', 'rate_limited', 'upstream_timeout', 'snapshot_expired'].map((code) => [
      `a chat, after ${code}`,
      { operation: { ...chat, served }, failures: [code] },
    ]),
  ),
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
  'status 502': ['provider_unavailable', 502],
  'status 503': ['snapshot_expired', 503],
  'status 504': ['upstream_timeout', 504],
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
  invalidKey,
  retried('client.retry.rate-limit', ['rate_limited']),
  retried('client.retry.unavailable', [
    'provider_unavailable',
    'provider_empty_response',
    'provider_payment_required',
    'snapshot_expired',
  ]),
  retried('client.retry.timeout', ['upstream_timeout', 'request_timeout']),
  ends,
  successReported,
  byKind,
  providerUnauthorized,
];
export default retries;
