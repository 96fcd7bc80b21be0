import {
  type ClientWorld,
  DriverSilent,
  expectThat,
  isObject,
  NotExercised,
  type ScriptedAnswer,
} from '@gateproof/harness';
import { type DriverAnswer, errorTable } from '@gateproof/spec';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { controlChat, reportOf, requireFailure } from '../support/client/expectations.ts';
import { attempt, type Operation, operations } from '../support/client/operations.ts';
import { chunk, errorObject, event, jobBody, refusalAtOnce } from '../support/client/replies.ts';

const { chat, chat_stream: chatStream, create_image: image, get_job: read, wait_job: wait } = operations;

interface Kinded {
  readonly operation: Operation;
  readonly answer: ScriptedAnswer;
  readonly kind: string;
}
const every = [...errorTable.values()].filter(({ status }) => status !== null).map(({ code }) => code);
const kindOf = (code: string) => String(errorTable.get(code)?.kind);
const refused = (code: string, operation: Operation = chat): Kinded => ({
  operation,
  answer: refusalAtOnce(code),
  kind: kindOf(code),
});
const inStream = (code: string): Kinded => ({
  operation: chatStream,
  answer: { events: [event(chunk('Hello')), event({ error: errorObject(code) }), 'data: [DONE]\n\n'] },
  kind: kindOf(code),
});
const failedJob = (code: string, operation: Operation): Kinded => {
  const { kind, message } = errorObject(code);
  return {
    operation,
    answer: { body: jobBody('failed', { error: { code, kind, scope: 'route', message } }) },
    kind: kindOf(code),
  };
};
/** A code that is newer than the client: its kind is all that says what to do. */
const unlisted = (status: number, kind: string): Kinded => ({
  operation: chat,
  answer: {
    status,
    headers: { 'retry-after': '0' },
    body: { error: { ...errorObject('internal_error'), code: 'brand_new_code', kind, retry_after_ms: 0 } },
  },
  kind,
});

/** Codes of which several share a status, or a kind that their status does not suggest. */
const codes = [
  ...['retention_expired', 'provider_unauthorized', 'internal_error', 'upstream_timeout', 'provider_unavailable'],
  ...['snapshot_expired', 'rate_limited', 'payload_too_large', 'insufficient_credit', 'no_endpoint_available'],
];
const framed = ['moderation_refused', 'provider_unauthorized', 'upstream_timeout', 'internal_error', 'rate_limited'];
const rows: Readonly<Record<string, Kinded>> = {
  ...Object.fromEntries(codes.map((code) => [code, refused(code)])),
  'retention_expired of a job read': refused('retention_expired', read),
  'provider_unauthorized of a stream': refused('provider_unauthorized', chatStream),
  'moderation_refused of a submission': refused('moderation_refused', image),
  ...Object.fromEntries(framed.map((code) => [`${code} in a stream`, inStream(code)])),
  'retention_expired of a failed job': failedJob('retention_expired', read),
  'retention_expired of a failed job, waited for': failedJob('retention_expired', wait),
  'upstream_timeout of a failed job': failedJob('upstream_timeout', read),
  'a new code with 400': unlisted(400, 'unavailable'),
  'a new code with 503': unlisted(503, 'terminal'),
};

/** The error that the caller gets, of a call or of a job that failed. */
function errorIn(answer: DriverAnswer): Readonly<Record<string, unknown>> {
  if (!answer.ok) return { ...answer.error };
  return isObject(answer.result.error) ? answer.result.error : {};
}

async function requireKinds(world: ClientWorld): Promise<void> {
  await controlChat(world);
  const { answer } = await attempt(world, chat, [refusalAtOnce('forbidden')]);
  requireFailure(answer, 'a refused chat', 'client.error.code-reported');
  if (errorIn(answer).kind === undefined) throw new NotExercised('the client reports no kind of errors');
}

/** Every code where a client may read errors in a way of its own. */
const everyCode: Readonly<Record<string, readonly Kinded[]>> = {
  'each code in a stream': every.map(inStream),
  'each code of a failed job': every.map((code) => failedJob(code, read)),
  'each code of a failed job, waited for': every.map((code) => failedJob(code, wait)),
};

async function expectKind(world: ClientWorld, { operation, answer, kind }: Kinded): Promise<void> {
  const heard = await attempt(world, operation, [answer], { limitMs: 20_000 }).catch((error: unknown) => {
    if (error instanceof DriverSilent) throw new NotExercised('the client was still trying');
    throw error;
  });
  const reported = errorIn(heard.answer).kind;
  if (reported === undefined) throw new NotExercised('the client reports no kind of this error');
  expectThat(world, reported === kind, {
    expected: `the kind ${kind}, which the service sent`,
    observed: reportOf(heard.answer),
  });
}

const kindReported = clientRows<Kinded | readonly Kinded[]>(
  'client.error.kind-reported',
  { ...rows, ...everyCode },
  async (world, row) => {
    await requireKinds(world);
    for (const one of 'operation' in row ? [row] : row) await expectKind(world, one);
  },
);

/** The kind by which a caller decides (Errors, kind). */
const kinds: readonly ClientCheck[] = [kindReported];
export default kinds;
