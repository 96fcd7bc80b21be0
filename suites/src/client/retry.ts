import { type ClientWorld, expectThat, NotExercised, type ScriptedAnswer } from '@gateproof/harness';
import { errorTable } from '@gateproof/spec';
import { type ClientCheck, clientCheck, clientRows } from '../support/client/define-client-check.ts';
import { chatParams, controlChat, expectFailure, expectOk, told } from '../support/client/expectations.ts';
import { completion, errorAnswer } from '../support/client/replies.ts';

const limitMs = 50_000;

/** Answers a chat with these answers in order, the last again; tells what the caller heard and when the requests came. */
async function attempt(world: ClientWorld, ...answers: readonly ScriptedAnswer[]) {
  const from = world.requests().length;
  world.answer(({ number }) => answers[Math.min(number - from, answers.length) - 1] ?? { status: 500 });
  const answer = await world.call('chat', chatParams, { limitMs });
  const requests = world.requests().slice(from);
  const times = requests.map(({ exchange }) => exchange.request.atMs);
  const gapsMs = times.slice(1).map((time, place) => time - (times[place] ?? 0));
  return { answer, requests, gapsMs };
}

const served = completion('served in the end');
const terminals = [...errorTable.values()].filter(
  ({ kind, code, status }) =>
    kind === 'terminal' && status !== null && !['provider_unauthorized', 'run_not_found'].includes(code),
);

function notRetried(rule: string, answers: readonly ScriptedAnswer[], what: (answer: ScriptedAnswer) => string) {
  return clientRows(rule, answers, async (world, refusal) => {
    await controlChat(world);
    const { answer, requests } = await attempt(world, refusal, served);
    expectThat(world, requests.length === 1, {
      expected: `one request: ${what(refusal)} is terminal`,
      observed: `${requests.length} requests`,
      exchanges: requests.map(({ exchange }) => exchange.id),
    });
    expectFailure(world, answer, 'a terminal error');
  });
}

const terminal = notRetried(
  'client.retry.terminal',
  terminals.map(({ code }) => errorAnswer(code)),
  ({ status }) => `an error with status ${status}`,
);
const terminalWithRetryStatus = notRetried(
  'client.retry.terminal-with-retry-status',
  [errorAnswer('retention_expired')],
  () => '504 retention_expired',
);
const invalidKey = notRetried('client.retry.invalid-key-once', [errorAnswer('unauthorized')], () => '401 unauthorized');

function retried(rule: string, codes: readonly string[]) {
  return clientRows(rule, codes, async (world, code) => {
    await controlChat(world);
    const { answer, requests } = await attempt(
      world,
      errorAnswer(code, { retry_after_ms: 0 }, { 'retry-after': '0' }),
      served,
    );
    expectThat(world, requests.length >= 2, {
      expected: `a retry after ${code}`,
      observed: `${requests.length} request`,
    });
    expectOk(world, answer, 'a request that its retry served');
  });
}

const unknownOnce = clientCheck('client.retry.unknown-once', async (world) => {
  await controlChat(world);
  const { answer, requests } = await attempt(world, errorAnswer('internal_error'));
  expectThat(world, requests.length <= 2, {
    expected: 'one retry at most after kind unknown',
    observed: `${requests.length - 1} retries`,
  });
  expectFailure(world, answer, 'a request that always fails');
});

const ends = clientRows('client.retry.ends', ['provider_unavailable', 'rate_limited'], async (world, code) => {
  await controlChat(world);
  const { answer, requests } = await attempt(world, errorAnswer(code));
  expectThat(world, requests.length < 100, {
    expected: 'a finite number of retries',
    observed: `${requests.length} requests`,
  });
  expectFailure(world, answer, 'a request that always fails');
});

/** Tries after which a client that retries has retried. */
function requireRetry({ requests }: { readonly requests: readonly unknown[] }, wanted = 2): void {
  if (requests.length < wanted) throw new NotExercised('the client does not retry so often');
}

const successReported = clientCheck('client.retry.success-reported', async (world) => {
  await controlChat(world);
  const seen = await attempt(world, errorAnswer('provider_unavailable'), served);
  requireRetry(seen);
  const result = expectOk(world, seen.answer, 'a request that its retry served');
  expectThat(world, result.content === 'served in the end', {
    expected: 'served in the end',
    observed: told(seen.answer),
  });
});

const backoff = clientCheck('client.retry.backoff', async (world) => {
  await controlChat(world);
  const seen = await attempt(world, errorAnswer('provider_unavailable'), errorAnswer('provider_unavailable'), served);
  requireRetry(seen);
  const [first = 0, second] = seen.gapsMs;
  const observed = seen.gapsMs.map((gap) => `${gap.toFixed(0)} ms`).join(', ');
  expectThat(world, first >= 20, { expected: 'a wait before a retry', observed });
  // Jitter may take a quarter of a wait.
  if (second !== undefined)
    expectThat(world, second >= first * 0.7, { expected: 'a later wait that is not shorter', observed });
});

/** What a clock that is read on both sides may differ by. */
const slackMs = 60;

const retryAfter = clientRows('client.retry.retry-after', [1, 2], async (world, seconds) => {
  await controlChat(world);
  const seen = await attempt(
    world,
    errorAnswer('rate_limited', { retry_after_ms: seconds * 1000 }, { 'retry-after': String(seconds) }),
    served,
  );
  requireRetry(seen);
  const [gap = 0] = seen.gapsMs;
  expectThat(world, gap >= seconds * 1000 - slackMs, {
    expected: `no retry before ${seconds} s have passed`,
    observed: `a retry after ${gap.toFixed(0)} ms`,
  });
});

const retryAfterEachTime = clientCheck('client.retry.retry-after-each-time', async (world) => {
  await controlChat(world);
  const limited = (seconds: number) =>
    errorAnswer('rate_limited', { retry_after_ms: seconds * 1000 }, { 'retry-after': String(seconds) });
  const seen = await attempt(world, limited(1), limited(2), served);
  requireRetry(seen, 3);
  const [, second = 0] = seen.gapsMs;
  expectThat(world, second >= 2_000 - slackMs, {
    expected: 'two seconds before the second retry, as the answer before it says',
    observed: `${second.toFixed(0)} ms`,
  });
});

const retryAfterUnavailable = clientRows(
  'client.retry.retry-after-unavailable',
  ['snapshot_expired', 'upstream_timeout'],
  async (world, code) => {
    await controlChat(world);
    const seen = await attempt(world, errorAnswer(code, { retry_after_ms: 1_500 }, { 'retry-after': '2' }), served);
    requireRetry(seen);
    const [gap = 0] = seen.gapsMs;
    expectThat(world, gap >= 1_500 - slackMs, {
      expected: `no retry before 1.5 s after ${code}`,
      observed: `${gap.toFixed(0)} ms`,
    });
  },
);

const byKind = clientCheck('client.retry.by-kind', async (world) => {
  await controlChat(world);
  const retryable = await attempt(world, errorAnswer('provider_unavailable'), served);
  requireRetry(retryable);
  const terminalOne = await attempt(world, errorAnswer('provider_unauthorized'), served);
  const gap = terminalOne.gapsMs[0] ?? Number.POSITIVE_INFINITY;
  // One late retry is tolerated (freedom F052).
  expectThat(world, terminalOne.requests.length === 1 || (terminalOne.requests.length === 2 && gap >= 1_000), {
    expected: 'a 502 of kind terminal not to be retried as a 502 of kind unavailable is',
    observed: `${terminalOne.requests.length - 1} retries, the first after ${gap.toFixed(0)} ms`,
  });
});

const providerUnauthorized = clientCheck('client.retry.provider-unauthorized', async (world) => {
  await controlChat(world);
  const { requests, gapsMs } = await attempt(world, errorAnswer('provider_unauthorized'), served);
  expectThat(world, requests.length === 1 || (gapsMs[0] ?? 0) >= 1_000, {
    expected: 'no retry at once',
    observed: `${requests.length - 1} retries`,
  });
});

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
  backoff,
  retryAfter,
  retryAfterEachTime,
  retryAfterUnavailable,
  byKind,
  providerUnauthorized,
];
export default retries;
