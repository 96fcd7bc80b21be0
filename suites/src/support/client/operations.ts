import {
  type Caller,
  type ClientRequest,
  type ClientWorld,
  controlThat,
  NotExercised,
  type ScriptedAnswer,
} from '@gateproof/harness';
import type { DriverAnswer, DriverOperation } from '@gateproof/spec';
import { chatParams, controlChat, imageParams, reportOf, transcriptionParams } from './expectations.ts';
import { completion, errorAnswer, jobBody, modelBody, streamOfPieces } from './replies.ts';

/** One thing that a client does for its caller, with the answer of a gateway that serves it. */
export interface Operation {
  readonly op: DriverOperation;
  readonly params: Readonly<Record<string, unknown>>;
  readonly path: string;
  readonly served: ScriptedAnswer;
  /** The rule that a client which can't do it breaks. */
  readonly prerequisite: string;
}

const chat: Operation = {
  op: 'chat',
  params: chatParams,
  path: '/v1/chat/completions',
  served: completion('fine'),
  prerequisite: 'client.answer.content',
};
const accepted = { status: 202, body: jobBody('queued') };
const job = { params: { job_id: 'job_1' }, prerequisite: 'client.job.polls-until-final' };

/** Every operation that is one request, as long as its job is final. */
export const operations = {
  chat,
  chat_stream: {
    ...chat,
    op: 'chat_stream',
    served: { events: streamOfPieces(['fine']) },
    prerequisite: 'client.stream.content',
  },
  create_image: {
    op: 'create_image',
    params: imageParams,
    path: '/v1/images/generations',
    served: accepted,
    prerequisite: 'client.answer.job-accepted',
  },
  create_transcription: {
    op: 'create_transcription',
    params: transcriptionParams,
    path: '/v1/audio/transcriptions',
    served: accepted,
    prerequisite: 'client.answer.job-accepted',
  },
  get_job: { ...job, op: 'get_job', path: '/v1/jobs/job_1', served: { body: jobBody('succeeded') } },
  wait_job: { ...job, op: 'wait_job', path: '/v1/jobs/job_1', served: { body: jobBody('succeeded') } },
  cancel_job: { ...job, op: 'cancel_job', path: '/v1/jobs/job_1/cancel', served: { body: jobBody('canceled') } },
  list_models: {
    op: 'list_models',
    params: {},
    path: '/v1/models',
    served: { body: { object: 'list', data: [modelBody('acme/talker')] } },
    prerequisite: 'client.model.listed',
  },
  get_model: {
    op: 'get_model',
    params: { model: 'acme/talker' },
    path: '/v1/models/acme/talker',
    served: { body: modelBody('acme/talker') },
    prerequisite: 'client.model.slash',
  },
} as const satisfies Readonly<Record<string, Operation>>;

/** The operations whose requests may carry an Idempotency-Key. */
export const submissions: Readonly<Record<string, Operation>> = {
  chat: operations.chat,
  chat_stream: operations.chat_stream,
  create_image: operations.create_image,
  create_transcription: operations.create_transcription,
};

/** The client does the operation, where it is served. */
export async function controlServed(world: ClientWorld, operation: Operation): Promise<void> {
  if (operation.op === 'list_models') await requireOneList(world);
  world.answer(() => operation.served);
  const served = await world.call(operation.op, operation.params);
  controlThat(
    served.ok,
    `a plain ${operation.op} is reported as a failure: ${reportOf(served)}`,
    operation.prerequisite,
  );
}

/** The client does the operation, and distinguishes a served one from a refused one: only then its other answers mean something. */
export async function controlOperation(world: ClientWorld, operation: Operation): Promise<void> {
  if (operation.op === 'chat') return controlChat(world);
  await controlServed(world, operation);
  world.answer(() => errorAnswer('invalid_request'));
  const refused = await world.call(operation.op, operation.params);
  controlThat(
    !refused.ok,
    `a refused ${operation.op} is reported as a success: ${reportOf(refused)}`,
    operation.op === 'chat_stream' ? 'client.stream.refused' : 'client.error.code-reported',
  );
}

/** A client that reads the list of models for itself as well, as before its first call, has requests of which nobody knows whose they are. */
export async function requireOneList(world: ClientWorld, key: Caller = 'first'): Promise<void> {
  const { op, params, path, served } = operations.list_models;
  const from = world.requests().length;
  world.answer(() => served);
  await world.call(op, params, { key });
  const lists = world.requests().slice(from);
  if (lists.filter((request) => request.path.split('?')[0] === path).length > 1)
    throw new NotExercised('the client reads the list of models more than once for one call that is served');
}

/** A read that a client may do besides for what it was asked: looking a model up before a chat, or a job after its submission. */
function isAside({ op, path }: Pick<Operation, 'op' | 'path'>, request: ClientRequest): boolean {
  const read = request.method === 'GET' ? readOf(request.path) : undefined;
  return read !== undefined && op !== 'cancel_job' && readOf(path) !== read;
}

/** What a path reads: the list of models is another thing than one of them. */
const readOf = (path: string) => /^\/v1\/(models\/|models\b|jobs\b)/.exec(path)?.[1];

/** The answer to a read besides; undefined for a request that the operation itself led to. */
export function answerAside(
  operation: Pick<Operation, 'op' | 'path'>,
  request: ClientRequest,
): ScriptedAnswer | undefined {
  if (!isAside(operation, request)) return undefined;
  const { path } = request;
  const { get_job, list_models, get_model } = operations;
  if (path.startsWith('/v1/jobs')) return get_job.served;
  return path.startsWith('/v1/models/') ? get_model.served : list_models.served;
}

/** The requests since then that the operation itself led to. */
export function requestsOf(
  world: ClientWorld,
  operation: Pick<Operation, 'op' | 'path'>,
  from: number,
): readonly ClientRequest[] {
  return world
    .requests()
    .slice(from)
    .filter((request) => !isAside(operation, request));
}

/** What came of one call whose requests were answered by a script. */
export interface Attempt {
  readonly answer: DriverAnswer;
  readonly requests: readonly ClientRequest[];
  /** Between the requests. */
  readonly gapsMs: readonly number[];
}

/** Clients wait between retries. */
const limitMs = 50_000;

/** Lets the client do the operation while its requests are answered so, in order, the last again. */
export async function attempt(
  world: ClientWorld,
  operation: Pick<Operation, 'op' | 'params' | 'path'>,
  answers: readonly ScriptedAnswer[],
  options: { readonly idempotencyKey?: string; readonly limitMs?: number } = {},
): Promise<Attempt> {
  const from = world.requests().length;
  let sent = 0;
  world.answer((request) => {
    const aside = answerAside(operation, request);
    if (aside !== undefined) return aside;
    sent += 1;
    return answers[Math.min(sent, answers.length) - 1] ?? { status: 500 };
  });
  const answer = await world.call(operation.op, operation.params, { limitMs, ...options });
  const requests = requestsOf(world, operation, from);
  return { answer, requests, gapsMs: gapsBetween(requests) };
}

/** Milliseconds between requests. */
export function gapsBetween(requests: readonly ClientRequest[]): readonly number[] {
  const times = requests.map(({ exchange }) => exchange.request.atMs);
  return times.slice(1).map((time, place) => time - (times[place] ?? 0));
}
