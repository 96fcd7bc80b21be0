import { type ClientWorld, expectThat, NotExercised, type ScriptedAnswer } from '@gateproof/harness';
import type { DriverError } from '@gateproof/spec';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { controlChat } from '../support/client/expectations.ts';
import { attempt, controlOperation, type Operation, operations } from '../support/client/operations.ts';
import { errorAnswer, failingStream, jobBody } from '../support/client/replies.ts';
import { requireReported } from '../support/client/reported-errors.ts';

const { chat, chat_stream: chatStream, create_image: image, get_job: read } = operations;
const { wait_job: wait, cancel_job: cancel, list_models: list } = operations;
/** The same error in the first chunk of a stream. */
const errorInStream = (more: Readonly<Record<string, unknown>>) => failingStream('moderation_refused', more);

/** The request_id that the client reports with this error. */
async function reportedRequestId(world: ClientWorld, operation: Operation, error: ScriptedAnswer) {
  const { answer } = await attempt(world, operation, [error]);
  requireReported(operation, error, { answer });
  return answer.ok ? undefined : answer.error.request_id;
}

const withRequestId = { request_id: 'req_77' };
const inBoth = errorAnswer('forbidden', withRequestId);
const inHeader = errorAnswer('forbidden', {}, { 'x-svc-request-id': 'req_77' });
const requestIdRows: Readonly<Record<string, { operation: Operation; error: ScriptedAnswer }>> = {
  'in body and header': { operation: chat, error: inBoth },
  'in the header alone': { operation: chat, error: inHeader },
  'in a stream': { operation: chatStream, error: errorInStream(withRequestId) },
  ...Object.fromEntries(
    [chatStream, image, operations.create_transcription, read, wait, cancel, list].map((operation) => [
      `of ${operation.op}`,
      { operation, error: inHeader },
    ]),
  ),
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
/** The first refusal of a call, which a client may send again at once. */
const codeInCall = 'snapshot_expired';
const earlierInCall = errorAnswer(
  codeInCall,
  { request_id: `${earlierPrefix}attempt`, retry_after_ms: 0 },
  { 'retry-after': '0' },
);

/** Another process of the client may take a call: after some rounds one has met both errors. */
const rounds = 4;
const inTurn: Readonly<Record<string, { operation: Operation; error: ScriptedAnswer }>> = {
  'before one with another': { operation: chat, error: errorAnswer('forbidden', withRequestId) },
  'before one without': { operation: chat, error: errorAnswer('forbidden') },
  'before one without an envelope': { operation: chat, error: { status: 404, body: 'Not Found' } },
  'before one without, in a stream': { operation: chatStream, error: errorInStream({}) },
};
/** Refusals that end a call, with an id of their own and without one. */
const lastInCall: Readonly<Record<string, ScriptedAnswer>> = {
  'with another id': inBoth,
  'with another id in the header alone': inHeader,
  'without an id': errorAnswer('forbidden'),
};
const retriedCalls: Readonly<Record<string, { operation: Operation; error: ScriptedAnswer }>> = {
  ...Object.fromEntries(
    [chat, chatStream, image, read, wait].flatMap((operation) =>
      Object.entries(lastInCall).map(([name, error]) => [`${operation.op}: ${name}`, { operation, error }]),
    ),
  ),
  'wait_job: a job that failed': { operation: wait, error: { body: jobBody('failed') } },
  'chat_stream: with another id in the stream': { operation: chatStream, error: errorInStream(withRequestId) },
  'chat_stream: without an id in the stream': { operation: chatStream, error: errorInStream({}) },
};

async function expectOwnInTurn(world: ClientWorld, operation: Operation, error: ScriptedAnswer): Promise<void> {
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
}

/** A client that reports the first refusal as a whole mixes nothing. */
async function expectOwnInCall(world: ClientWorld, operation: Operation, error: ScriptedAnswer): Promise<void> {
  const { answer, requests } = await attempt(world, operation, [earlierInCall, error]);
  if (requests.length < 2) throw new NotExercised('the client does not retry');
  // A job that failed may be the result of a wait, which has no request_id.
  if (operation.op !== 'wait_job') requireReported(operation, error, { answer });
  const { request_id: reported, code }: DriverError = answer.ok ? {} : answer.error;
  expectThat(world, code === codeInCall || reported?.startsWith(earlierPrefix) !== true, {
    expected: 'the request_id of the last attempt, whose error is reported, or none',
    observed: reported ?? 'no request_id',
    exchanges: requests.map(({ exchange }) => exchange.id),
  });
}

/** Two attempts that fail with one code: the words that are reported show which of them the client reports. */
const wordsOfLast = 'The last attempt failed.';
const sameCode = (code: string): readonly ScriptedAnswer[] => [
  errorAnswer(code, { request_id: `${earlierPrefix}attempt`, message: 'The first attempt failed.' }),
  errorAnswer(code, { ...withRequestId, message: wordsOfLast }),
];
const codesOfTwo = ['internal_error', 'provider_unavailable'] as const;
const twice: Readonly<Record<string, Operation>> = Object.fromEntries(
  [chat, chatStream, image, read, list].map((operation) => [`${operation.op}: the same code twice`, operation]),
);

async function expectOwnOfTwo(world: ClientWorld, operation: Operation): Promise<void> {
  await controlOperation(world, operation);
  for (const code of codesOfTwo) {
    const { answer, requests } = await attempt(world, operation, sameCode(code));
    if (requests.length < 2) throw new NotExercised('the client does not retry');
    const { request_id: reported, message }: DriverError = answer.ok ? {} : answer.error;
    const isOfLast = message?.includes(wordsOfLast) === true;
    expectThat(world, !(isOfLast && reported?.startsWith(earlierPrefix) === true), {
      expected: 'the request_id of the attempt whose message is reported, req_77, or none',
      observed: reported ?? 'no request_id',
      exchanges: requests.map(({ exchange }) => exchange.id),
    });
  }
}

const ofThisError = clientRows<Operation | { operation: Operation; error: ScriptedAnswer }>(
  'client.error.request-id-of-this-error',
  { ...inTurn, ...retriedCalls, ...twice },
  async (world, row, name) => {
    if ('op' in row) return expectOwnOfTwo(world, row);
    await controlChat(world);
    return (name in inTurn ? expectOwnInTurn : expectOwnInCall)(world, row.operation, row.error);
  },
);

/** The id by which support finds a request (Errors, request_id). */
const ids: readonly ClientCheck[] = [requestId, ofThisError];
export default ids;
