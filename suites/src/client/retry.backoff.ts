import { besideControl, type ClientWorld, DriverSilent, expectThat, NotExercised } from '@gateproof/harness';
import { errorTable } from '@gateproof/spec';
import { backoffEvidence, type FailingCall, mostBackoffCalls } from '../support/client/backoff-evidence.ts';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import {
  attempt,
  controlOperation,
  gapsBetween,
  type Operation,
  operations,
  requestsOf,
} from '../support/client/operations.ts';
import { errorAnswer, jobBody } from '../support/client/replies.ts';
import { controlPollingEnds } from '../support/client/resent-controls.ts';

const { chat, chat_stream: chatStream } = operations;

/** The client must have retried so often for its waits to mean anything. */
function requireRetry({ gapsMs }: { readonly gapsMs: readonly number[] }, wanted = 1): void {
  if (gapsMs.length < wanted) throw new NotExercised('the client does not retry so often');
}

const { create_image: image, get_job: read, wait_job: poll, cancel_job: cancel } = operations;
const retryable = [...errorTable.values()].filter(
  ({ kind }) => kind !== null && !['terminal', 'unknown'].includes(kind),
);
const backoffRows: Readonly<Record<string, { readonly operation: Operation; readonly code: string }>> = {
  ...Object.fromEntries(
    ['provider_unavailable', 'rate_limited', 'upstream_timeout'].map((code) => [code, { operation: chat, code }]),
  ),
  ...Object.fromEntries(
    [chatStream, image, read].map((operation) => [
      `provider_unavailable for ${operation.op}`,
      { operation, code: 'provider_unavailable' },
    ]),
  ),
  // A client may have a wait of its own for each code and each operation.
  ...Object.fromEntries(retryable.map(({ code }) => [code, { operation: chat, code }])),
  ...Object.fromEntries(
    Object.values(operations)
      .filter(({ op }) => op !== 'chat')
      .map((operation, place) => {
        const { code = '' } = retryable[place % retryable.length] ?? {};
        return [`${code} for ${operation.op}`, { operation, code }];
      }),
  ),
};
/** Of a call, before it is served. */
const failures = 3;
const backoff = clientRows('client.retry.backoff', backoffRows, async (world, { operation, code }) => {
  await controlOperation(world, operation);
  const failing = errorAnswer(code);
  const calls: FailingCall[] = [];
  let shown = backoffEvidence(calls);
  while (calls.length < mostBackoffCalls && !(shown.waits && shown.grows)) {
    const plain = await attempt(world, operation, [operation.served]);
    const seen = await attempt(world, operation, [
      ...Array.from({ length: failures }, () => failing),
      operation.served,
    ]);
    requireRetry(seen);
    const [turnMs = 0] = gapsBetween([...plain.requests.slice(-1), ...seen.requests.slice(0, 1)]);
    // What comes after the request that was served is no retry.
    calls.push({ gapsMs: seen.gapsMs.slice(0, failures), turnMs });
    shown = backoffEvidence(calls);
  }
  const reported = calls.map(({ gapsMs }) => gapsMs.map((gap) => gap.toFixed(0)).join('/'));
  const observed = `in ${calls.length} calls ${reported.join(', ')} ms`;
  expectThat(world, shown.waits, { expected: 'a wait before each retry', observed });
  expectThat(world, shown.grows, { expected: 'later waits that are not shorter', observed });
});

/** What a clock that is read on both sides may differ by. */
const slackMs = 60;

interface Wait {
  readonly operation: Operation;
  readonly leastMs: number;
  readonly more: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, string>>;
  /** How long a client is watched that would wait longer. */
  readonly watchedMs: number;
}
/** A client that would wait for long has not sent again by then. */
const watchedMs = 4_000;
const wait = (seconds: number, change: Partial<Wait> = {}): Wait => ({
  operation: chat,
  leastMs: seconds * 1000,
  more: { retry_after_ms: seconds * 1000 },
  header: { 'retry-after': String(seconds) },
  watchedMs,
  ...change,
});
/** A quick run takes the first rows: a wait that is longer than clients are willing to, then of each kind of request one. */
const shortWaits: Readonly<Record<string, Wait>> = {
  'an hour': wait(3_600),
  '2 s, header alone': wait(2, { more: {} }),
  ...Object.fromEntries(
    [chatStream, cancel, poll, read, image].map((operation) => [`2 s for ${operation.op}`, wait(2, { operation })]),
  ),
  '1 s': wait(1),
  '2 s': wait(2),
  '2 s, header in capitals': wait(2, { header: { 'Retry-After': '2' } }),
  '1.2 s, rounded up in the header': wait(2, { more: { retry_after_ms: 1_200 }, leastMs: 1_200 }),
};
/** Long enough for clients that wait for half a minute at most; it takes most of the rule's time. */
const longWaits = { '90 s': wait(90, { watchedMs: 32_000 }) };

/** The waits of a call that ends, or that is silent because it waits. */
async function waitsOf(
  world: ClientWorld,
  { operation, more, header, leastMs, watchedMs: limitMs }: Wait,
): Promise<readonly number[]> {
  const from = world.requests().length;
  const limited = errorAnswer('rate_limited', more, header);
  const isLong = leastMs > limitMs;
  const limit = isLong ? { limitMs } : {};
  try {
    const seen = await attempt(world, operation, [limited, operation.served], limit);
    if (!isLong) requireRetry(seen);
    return seen.gapsMs;
  } catch (error) {
    if (!(error instanceof DriverSilent) || !isLong) throw error;
    const sent = requestsOf(world, operation, from);
    return gapsBetween(sent);
  }
}

const retryAfter = clientRows<Wait>('client.retry.retry-after', { ...shortWaits, ...longWaits }, async (world, row) => {
  await controlOperation(world, row.operation);
  const state = async () => {
    const [gap] = await waitsOf(world, row);
    expectThat(world, gap === undefined || gap >= row.leastMs - slackMs, {
      expected: `no retry before ${row.leastMs / 1000} s have passed`,
      observed: `a retry after ${gap?.toFixed(0)} ms`,
    });
  };
  await besideControl(state, () => controlPollingEnds(world, row.operation));
});

const limited = (seconds: number) =>
  errorAnswer('rate_limited', { retry_after_ms: seconds * 1000 }, { 'retry-after': String(seconds) });
/** The waits that the answers of one call ask for, in order: undefined where a refusal states none, `served` for an answer after which the client goes on. */
interface Sequence {
  readonly operation: Operation;
  readonly waits: readonly (number | undefined | 'served')[];
}
const running = { body: jobBody('processing') };
const sequences: Readonly<Record<string, Sequence>> = {
  'longer the second time': { operation: chat, waits: [1, 2] },
  'only the second time': { operation: chat, waits: [undefined, 2] },
  'a poll after one that was served': { operation: poll, waits: ['served', 2] },
  'a stream, longer the second time': { operation: chatStream, waits: [1, 2] },
  'a submission, only the second time': { operation: image, waits: [undefined, 2] },
};
const answerOf = (wait: Sequence['waits'][number]) =>
  wait === 'served' ? running : wait === undefined ? errorAnswer('rate_limited') : limited(wait);

const retryAfterEachTime = clientRows('client.retry.retry-after-each-time', sequences, async (world, row) => {
  const { operation, waits: asked } = row;
  await controlOperation(world, operation);
  const seen = await attempt(world, operation, [...asked.map(answerOf), operation.served]);
  requireRetry(seen, asked.length);
  const leastS = asked.map((wait) => (typeof wait === 'number' ? wait : 0));
  const isLongEnough = leastS.every((least, place) => (seen.gapsMs[place] ?? 0) >= least * 1000 - slackMs);
  const state = () =>
    expectThat(world, isLongEnough, {
      expected: `waits of at least ${leastS.map((least) => `${least} s`).join(', ')}, as the answer before each says`,
      observed: seen.gapsMs.map((gap) => `${gap.toFixed(0)} ms`).join(', '),
    });
  await besideControl(state, () => controlPollingEnds(world, operation));
});

/** A quick run takes the first rows: each kind of request and each code once. */
const unavailable: readonly (readonly [code: string, operation: Operation])[] = [
  ['snapshot_expired', chatStream],
  ['upstream_timeout', chat],
  ['request_timeout', read],
  ['provider_unavailable', image],
  ['snapshot_expired', chat],
  ['provider_unavailable', chat],
  ['request_timeout', chat],
  ['provider_unavailable', chatStream],
  ['upstream_timeout', image],
  ['upstream_timeout', read],
];
const unavailableRows = Object.fromEntries(
  unavailable.map(([code, operation]) => [`${code} for ${operation.op}`, { operation, code }]),
);
const retryAfterUnavailable = clientRows(
  'client.retry.retry-after-unavailable',
  unavailableRows,
  async (world, { operation, code }) => {
    await controlOperation(world, operation);
    const failing = errorAnswer(code, { retry_after_ms: 1_500 }, { 'retry-after': '2' });
    const seen = await attempt(world, operation, [failing, operation.served]);
    requireRetry(seen);
    const [gap = 0] = seen.gapsMs;
    expectThat(world, gap >= 1_500 - slackMs, {
      expected: `no retry before 1.5 s after ${code}`,
      observed: `${gap.toFixed(0)} ms`,
    });
  },
);

/** How long a client waits before it sends again (Errors › Retry guidance by kind). */
const waits: readonly ClientCheck[] = [backoff, retryAfter, retryAfterEachTime, retryAfterUnavailable];
export default waits;
