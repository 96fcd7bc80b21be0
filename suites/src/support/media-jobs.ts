import {
  type Account,
  type CallOptions,
  codeOf,
  controlAccepted,
  describeAnswer,
  type Exchange,
  expectAnswer,
  expectThat,
  isJobLike,
  isObject,
  type JsonObject,
  jobPath,
  type Key,
  type Model,
  OpenForm,
  objectOf,
  prerequisiteOf,
  SetupFailed,
  show,
  type World,
} from '@gateproof/harness';

/** The two routes that make jobs. */
export type MediaRoute = 'image' | 'transcription';
export const mediaRoutes: readonly MediaRoute[] = ['image', 'transcription'];

export const finalStates: readonly unknown[] = ['succeeded', 'failed', 'canceled'];

const lookAgainMs = 20;

export function routeFor({ modality }: Pick<Model, 'modality'>): MediaRoute {
  return modality === 'audio_stt' ? 'transcription' : 'image';
}

/** Sends a submission that is valid for the model; `extra` is merged into its body. */
export function sendSubmission(
  key: Key,
  model: Model,
  extra: object = {},
  options: CallOptions = {},
): Promise<Exchange> {
  const body = { ...model.inputs, model: model.id, ...extra };
  return routeFor(model) === 'image' ? key.image(body, options) : key.transcription(body, options);
}

/** The Job that a 2xx carries; undefined when it carries none. */
export function jobOf(exchange: Exchange): JsonObject | undefined {
  const body = objectOf(exchange);
  return isSuccess(exchange) && body !== undefined && typeof body.id === 'string' && isJobLike(body) ? body : undefined;
}

function isSuccess({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 200 && response.status < 300;
}

/** A submission that was accepted with a Job, with its id. */
export interface SubmittedJob {
  readonly exchange: Exchange;
  readonly job: JsonObject;
  readonly id: string;
}

const troubled = new WeakSet<Model>();

/** Notes that the model's endpoints fail at once: a gateway may report that at submission, in place of a job (freedom F072). */
export function willFail(model: Model): Model {
  troubled.add(model);
  return model;
}

/**
 * Submits a valid job; `SetupFailed`, blocked by the rule of its route, when it is not accepted with a Job. `OpenForm` where its endpoint's
 * trouble is reported instead.
 */
export async function submitJob(
  key: Key,
  model: Model,
  extra: object = {},
  options: CallOptions = {},
): Promise<SubmittedJob> {
  const exchange = await sendSubmission(key, model, extra, options);
  if (troubled.has(model)) notRefusedAtSubmission(exchange);
  return controlJob(exchange, `media.create.${routeFor(model)}`);
}

const upstreamCodes = [
  'moderation_refused',
  'provider_unavailable',
  'provider_empty_response',
  'provider_payment_required',
  'provider_unauthorized',
  'upstream_timeout',
];

/** `OpenForm` where the trouble of the endpoint was reported in place of a job; with which code and in which form is for other rules. */
export function notRefusedAtSubmission(exchange: Exchange): void {
  // A job that has failed already when it is answered bears such a code as well (freedom F110).
  if ((exchange.response?.status ?? 0) < 400) return;
  const code = codeOf(exchange);
  if (code === undefined || upstreamCodes.includes(code))
    throw new OpenForm('the trouble of an endpoint is reported at submission, and there is no job');
}

/** The answer carries a Job; otherwise `SetupFailed`, blocked by `prerequisite`. */
export function controlJob(exchange: Exchange, prerequisite: string): SubmittedJob {
  const job = jobOf(exchange);
  if (job === undefined) {
    controlAccepted(exchange, prerequisite);
    throw new SetupFailed(`the answer carries no Job: ${describeAnswer(exchange)}`, {
      prerequisite,
      exchanges: [exchange.id],
    });
  }
  return { exchange, job, id: String(job.id) };
}

/** The code of a job's error, undefined where it has none; `SetupFailed`, blocked by the rule that asks for one, where it failed without. */
export function controlJobCode({ job, exchange }: Pick<SubmittedJob, 'job' | 'exchange'>): string | undefined {
  const code = partOf(job, 'error')?.code;
  if (typeof code === 'string' || job.state !== 'failed') return typeof code === 'string' ? code : undefined;
  throw new SetupFailed(`the error of the failed job has no code: ${show(job.error)}`, {
    prerequisite: 'job.field.error-code.present',
    exchanges: [exchange.id],
  });
}

/** Reads a job; `SetupFailed` when it can't be read. */
export async function readJob(key: Key, id: string): Promise<SubmittedJob> {
  return controlJob(await key.job(id), 'job.read.found');
}

/** Reads a job once, also one that is so new that it need not be found yet. */
export function readOnce(key: Key, id: string): Promise<Exchange> {
  return key.send({ path: jobPath(id) });
}

/** Reads a job until `wanted` holds; undefined when it did not within the limit. */
export async function readUntil(
  world: World,
  key: Key,
  id: string,
  wanted: (job: JsonObject) => boolean,
  limitMs?: number,
): Promise<SubmittedJob | undefined> {
  const mostMs = limitMs ?? world.patience.limitMs;
  const learn = (waitedMs: number, hasCome: boolean) => {
    if (limitMs === undefined) world.patience.learn(waitedMs, hasCome);
  };
  for (let waitedMs = 0; ; waitedMs += lookAgainMs) {
    const seen = await readJob(key, id);
    if (wanted(seen.job)) {
      learn(waitedMs, true);
      return seen;
    }
    if (typeof seen.job.state !== 'string') {
      throw new SetupFailed(`job ${id} is shown without a state`, {
        prerequisite: 'job.field.state.present',
        exchanges: [seen.exchange.id],
      });
    }
    if (waitedMs >= mostMs) {
      learn(waitedMs, false);
      return undefined;
    }
    // Slows down, so that a slow job does not fill the report with reads.
    const pauseMs = Math.min(250, lookAgainMs + waitedMs / 8);
    waitedMs += pauseMs;
    await world.pause(pauseMs);
  }
}

/** A job that ends by itself is rarely later: after that the clock is moved on. */
const byItselfMs = 4_000;
/** How far the account's clock is moved on, step by step, for a job whose endpoint has failed: a gateway may try it again after a while. */
const backoffsMs = [60_000, 600_000, 3_600_000];
const perBackoffMs = 1_000;

/** Reads a job until it is final; where it does not end in real time, the account's clock is moved on. */
export async function readUntilEnd(world: World, account: Account, id: string): Promise<SubmittedJob | undefined> {
  if (!world.has('clock')) return readUntil(world, account.key, id, isFinalJob);
  const seen = await readUntil(world, account.key, id, isFinalJob, byItselfMs);
  if (seen !== undefined) return seen;
  for (const backoffMs of backoffsMs) {
    await account.advance(backoffMs);
    const later = await readUntil(world, account.key, id, isFinalJob, perBackoffMs);
    if (later !== undefined) return later;
  }
  // It may not even have begun: that can be a matter of real time.
  return readUntil(
    world,
    account.key,
    id,
    isFinalJob,
    world.patience.limitMs - byItselfMs - backoffsMs.length * perBackoffMs,
  );
}

export function isFinalJob(job: JsonObject): boolean {
  return finalStates.includes(job.state);
}

/** Reads a job until it is final; `SetupFailed`, blocked by the rule of the expected outcome, when it is not within the limit. */
export async function untilFinal(world: World, key: Key, id: string, expected: string): Promise<SubmittedJob> {
  const seen = await readUntil(world, key, id, isFinalJob);
  if (seen === undefined)
    throw new SetupFailed(`job ${id} does not become final although its work is over`, { prerequisite: expected });
  return seen;
}

/** A job of the wanted final state; `SetupFailed`, blocked by the outcome's rule, when it ends otherwise. */
export async function untilState(
  world: World,
  key: Key,
  id: string,
  state: 'succeeded' | 'failed' | 'canceled',
): Promise<SubmittedJob> {
  const prerequisite = `job.outcome.${state}`;
  const seen = await untilFinal(world, key, id, prerequisite);
  if (seen.job.state === state) return seen;
  throw new SetupFailed(`job ${id} ended as ${String(seen.job.state)}, and ${state} was wanted`, {
    prerequisite,
    exchanges: [seen.exchange.id],
  });
}

/**
 * States that an answer carries a Job, and returns it. A success without one breaks the rule that says how the route answers, and is `SetupFailed`
 * for every other one.
 */
export function expectJob(world: World, exchange: Exchange, what: string): JsonObject {
  const prerequisite = prerequisiteOf(exchange);
  if (prerequisite !== undefined && isSuccess(exchange)) controlJob(exchange, prerequisite);
  return expectJobAnswer(world, exchange, what);
}

/** As `expectJob`, for the rules that say how a route answers: `Violation` whatever came. */
export function expectJobAnswer(world: World, exchange: Exchange, what: string): JsonObject {
  expectAnswer(world, exchange);
  const job = jobOf(exchange);
  expectThat(world, job !== undefined, {
    expected: `${what} to be answered with a Job`,
    observed: describeAnswer(exchange),
    exchanges: [exchange.id],
  });
  return job;
}

/** The object under a field of a Job; undefined when there is none. */
export function partOf(job: JsonObject, field: string): JsonObject | undefined {
  const part = job[field];
  return isObject(part) ? part : undefined;
}

/** The output items of a Job. */
export function outputOf(job: JsonObject): readonly JsonObject[] {
  return Array.isArray(job.output) ? job.output.filter(isObject) : [];
}
