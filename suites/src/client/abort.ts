import { type ClientWorld, expectThat, NotExercised, requestHeaderOf } from '@gateproof/harness';
import { type AbortedCall, abortCall, abortedCalls, begun } from '../support/client/aborted.ts';
import { callAtOnce, isOf, outcomeText, unlessSilent, words } from '../support/client/at-once.ts';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { controlAlone, namedOperations } from '../support/client/named-calls.ts';
import { answerAside, controlOperation, type Operation, operations, requestsOf } from '../support/client/operations.ts';
import { errorAnswer, jobBody } from '../support/client/replies.ts';

const streams = Object.fromEntries(
  Object.entries(abortedCalls).filter(([, { operation }]) => operation.op === 'chat_stream'),
);

const notComplete = clientRows('client.abort.not-complete', streams, async (world, row, how) => {
  world.needs('abort');
  await controlOperation(world, row.operation);
  const { answer } = await abortCall(world, row);
  const served = how.includes('begun') ? begun.join('') : operations.chat_stream.served.events.join('');
  const isComplete = answer?.ok === true && answer.result.complete !== false;
  // A client that did not stop got the whole of it.
  if (isComplete && !how.includes('begun') && answer.result.content === 'fine') throw new NotExercised('it went on');
  expectThat(world, !isComplete, {
    expected: `${how}, aborted after ${JSON.stringify(served).slice(0, 60)}, not to be reported as complete`,
    observed: outcomeText(answer),
  });
});

/** The service asks for a wait, in which the caller aborts. */
const whileItWaits = (operation: Operation): AbortedCall => ({
  operation,
  answer: () => errorAnswer('rate_limited', { retry_after_ms: 1_000 }, { 'retry-after': '1' }),
});
const whileItPolls: AbortedCall = { operation: operations.wait_job, answer: () => ({ body: jobBody('processing') }) };
const watchedMs = 2_000;
/** A read that was on its way when the caller aborted. */
const lastPoll = 1;

const notSentAgain = clientRows(
  'client.abort.not-sent-again',
  {
    ...abortedCalls,
    'a chat that waits for its retry': whileItWaits(operations.chat),
    'a wait for a job': whileItPolls,
    'a stream that waits for its retry': whileItWaits(operations.chat_stream),
    'a submission that waits for its retry': whileItWaits(operations.create_image),
    'a wait for a job, whose read waits for its retry': whileItWaits(operations.wait_job),
    'a job read that waits for its retry': whileItWaits(operations.get_job),
  },
  async (world, row, how) => {
    world.needs('abort');
    await controlOperation(world, row.operation);
    const { later } = await abortCall(world, row);
    await world.pause(watchedMs);
    expectThat(world, later().length <= (row === whileItPolls ? lastPoll : 0), {
      expected: `no request of ${how} after it was aborted`,
      observed: `${later().length} requests`,
      exchanges: later().map(({ exchange }) => exchange.id),
    });
  },
);

/** A connection that is closed at once shows by then, long before the answer. */
const closedWithinMs = 1_000;

const connectionClosed = clientRows('client.abort.connection-closed', abortedCalls, async (world, row, how) => {
  world.needs('abort');
  await controlOperation(world, row.operation);
  const { request } = await abortCall(world, row);
  for (let waitedMs = 0; waitedMs < closedWithinMs && !request.isClosed(); waitedMs += 50) await world.pause(50);
  expectThat(world, request.isClosed(), {
    expected: `the connection of ${how} to be closed once it was aborted`,
    observed: 'a connection that is open',
    exchanges: [request.exchange.id],
  });
});

const { chat, chat_stream: chatStream, get_job: read } = namedOperations;
/** One of several calls is aborted before any answer, or in the middle of its stream. */
const besideRows = {
  'a chat': { one: chat, abortAfterMs: 0 },
  'a stream': { one: chatStream, abortAfterMs: 0 },
  'a stream that has begun': { one: chatStream, abortAfterMs: 120 },
  'a read': { one: read, abortAfterMs: 0 },
};
/** What a client does at an abort is done by then. */
const settledMs = 300;
/** Reads that a client may send as one request for both of its callers (freedom F157). */
const equalRows: Readonly<Record<string, Operation>> = {
  'one of two equal job reads': operations.get_job,
  'one of two equal waits': operations.wait_job,
  'one of two equal model reads': operations.get_model,
};
/** A client that answers out of what it keeps sends nothing. */
const patienceMs = 800;

async function expectEqualGoesOn(world: ClientWorld, operation: Operation): Promise<void> {
  await controlOperation(world, operation);
  const [hasCome, isAborted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const from = world.requests().length;
  world.answer((request) => {
    const aside = answerAside(operation, request);
    if (aside !== undefined) return aside;
    hasCome.resolve();
    return { ...operation.served, after: isAborted.promise.then(() => world.pause(settledMs)) };
  });
  const abort = new AbortController();
  await world.onOneClient(async (call) => {
    const aborted = call(operation.op, operation.params, { signal: abort.signal }).catch(unlessSilent);
    const other = call(operation.op, operation.params, { limitMs: 20_000 }).catch(unlessSilent);
    await Promise.race([hasCome.promise, world.pause(patienceMs)]);
    await world.pause(settledMs);
    abort.abort();
    isAborted.resolve();
    const answer = await other;
    expectThat(world, answer?.ok === true, {
      expected: `the second of two equal calls of ${operation.op} to be answered although the first one was aborted`,
      observed: outcomeText(answer),
      exchanges: requestsOf(world, operation, from).map(({ exchange }) => exchange.id),
    });
    await aborted;
  });
}

type Beside = (typeof besideRows)[keyof typeof besideRows];
const othersRows: Readonly<Record<string, Beside | Operation>> = { ...besideRows, ...equalRows };
const othersGoOn = clientRows('client.abort.others-go-on', othersRows, async (world, row) => {
  world.needs('abort', 'concurrent');
  if ('op' in row) return expectEqualGoesOn(world, row);
  const { one, abortAfterMs } = row;
  await controlAlone(world, one);
  const abort = new AbortController();
  const [first, ...others] = words.map((word) => one.call(word));
  if (first === undefined) return;
  const outcomes = await callAtOnce(world, [{ ...first, options: { signal: abort.signal } }, ...others], () => {
    const aborted = world.pause(abortAfterMs).then(() => abort.abort());
    return abortAfterMs === 0 ? aborted.then(() => world.pause(settledMs)) : undefined;
  });
  for (const { word, answer, requests } of outcomes.slice(1)) {
    expectThat(world, answer !== undefined && one.hears(answer, word), {
      expected: `the call "${word}" to be reported with its answer although another one was aborted`,
      observed: outcomeText(answer),
      exchanges: requests.map(({ exchange }) => exchange.id),
    });
  }
});

const laterCalls = clientRows('client.abort.later-calls', abortedCalls, async (world, row, how) => {
  world.needs('abort');
  const one = row.operation.op === 'chat' ? chat : chatStream;
  await controlAlone(world, one);
  await world.onOneClient(async (call) => {
    const aborted = requestHeaderOf((await abortCall(world, row, call)).request.exchange, 'idempotency-key');
    const from = world.requests().length;
    for (const word of words.slice(0, 2)) {
      const { operation, answers } = one.call(word);
      world.answer((request) => (isOf({ word }, request) ? (answers[0] ?? {}) : one.operation.served));
      const answer = await call(operation.op, operation.params).catch(unlessSilent);
      expectThat(world, answer !== undefined && one.hears(answer, word), {
        expected: `a call to get its own answer after ${how} was aborted`,
        observed: outcomeText(answer),
      });
    }
    const keys = world
      .requests()
      .slice(from)
      .map(({ exchange }) => requestHeaderOf(exchange, 'idempotency-key'));
    expectThat(world, aborted === undefined || !keys.includes(aborted), {
      expected: 'another Idempotency-Key than that of the aborted call on a different request',
      observed: `${aborted} again`,
    });
  });
});

/** A call that its caller gives up (Errors › Codes, client_disconnected). */
const abort: readonly ClientCheck[] = [notComplete, notSentAgain, connectionClosed, othersGoOn, laterCalls];
export default abort;
