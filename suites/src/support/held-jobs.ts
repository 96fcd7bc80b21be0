import {
  type Account,
  type Exchange,
  type Fault,
  type Key,
  type Model,
  NotArranged,
  NotExercised,
  OpenForm,
  patienceMs,
  promptMs,
  SetupFailed,
  script,
  turn,
  type UpstreamScript,
  type World,
} from '@gateproof/harness';
import { fragmentOf } from './fragment-of.ts';
import {
  controlJob,
  isFinalJob,
  jobOf,
  readJob,
  readUntil,
  type SubmittedJob,
  submitJob,
  willFail,
} from './media-jobs.ts';

const modalities = { image: 'image', transcription: 'audio_stt' } as const;

/** An endpoint that answers nothing until it is released; then it answers, or fails with the fault. */
export function holding(...then: readonly Fault[]): UpstreamScript {
  return script(turn({ kind: 'default' }, { kind: 'hang' }, ...then));
}

/** An endpoint that fails at once. */
export function failing(fault: Fault): UpstreamScript {
  const upstream = script(turn({ kind: 'default' }, fault));
  failsAtOnce.add(upstream);
  return upstream;
}

const failsAtOnce = new WeakSet<UpstreamScript>();

/** A failure of an endpoint that leaves no doubt. */
export const serverError: Fault = { kind: 'status', status: 500 };

/** A model of a media route with these endpoints; default: one that serves. */
export async function mediaModel(
  account: Account,
  route: 'image' | 'transcription',
  upstreams: readonly UpstreamScript[] = [script()],
): Promise<Model> {
  const model = await account.model({ modality: modalities[route], upstreams });
  return upstreams.some((upstream) => failsAtOnce.has(upstream)) ? willFail(model) : model;
}

/** A job whose endpoint has been asked and is held until `release`. */
export interface HeldJob extends SubmittedJob {
  readonly model: Model;
  release(): void;
}

/** Submits a job whose endpoint holds its answer, and waits until the endpoint has been asked. */
export async function holdJob(
  account: Account,
  options: {
    readonly route?: 'image' | 'transcription';
    readonly faults?: readonly Fault[];
    readonly key?: Key;
    readonly extra?: object;
    readonly idempotencyKey?: string;
    readonly beginsWithinMs?: number;
  } = {},
): Promise<HeldJob> {
  const { route = 'image', faults = [], key = account.key, extra = {}, idempotencyKey, beginsWithinMs } = options;
  const model = await mediaModel(account, route, [holding(...faults)]);
  const submitted = await submitJob(key, model, extra, idempotencyKey === undefined ? {} : { idempotencyKey });
  const job = { ...submitted, model };
  if ((await callFor(account, job, 1, beginsWithinMs)) === undefined) throw notAsked();
  return { ...job, release: () => model.upstreams[0]?.release() };
}

/** The time of a zdr job and some minutes more: a sweep may come late (freedom F108). */
const beyondRetentionMs = 24.25 * 3_600_000;

/** The id of a zdr job that was held until it was to be discarded; `NotArranged` where zero data retention can not be asked for. */
export async function discardedJob(world: World, account: Account): Promise<string> {
  const { id } = await holdJob(account, { extra: fragmentOf(world, 'zdr') });
  await account.advance(beyondRetentionMs);
  // A gateway may discard a job no earlier than somebody asks for it.
  await account.key.job(id);
  return id;
}

/** A job whose first model has failed, and that is held by the one behind it; `NotExercised` where that one is not asked. */
export async function holdJobInFallback(
  account: Account,
  route: 'image' | 'transcription',
  extra: object = {},
): Promise<HeldJob> {
  const broken = await mediaModel(account, route, [failing(serverError)]);
  const model = await mediaModel(account, route, [holding()]);
  const submitted = await submitJob(account.key, broken, { models: [model.id], ...extra });
  const job = { ...submitted, model };
  if ((await callFor(account, job)) === undefined)
    throw new NotExercised('the model behind the failing one is not asked');
  return { ...job, release: () => model.upstreams[0]?.release() };
}

/** So many jobs are submitted at most to make one wait. */
const mostWaiting = 10;

/** A job that waits its turn behind `before` others whose endpoint is held; `NotExercised` where so many are worked at at once. */
export async function waitingJob(
  account: Account,
  route: 'image' | 'transcription',
): Promise<SubmittedJob & { readonly model: Model; readonly before: number }> {
  const model = await mediaModel(account, route, [holding()]);
  for (let submitted = 1; submitted <= mostWaiting; submitted += 1) {
    const job = await submitJob(account.key, model);
    if ((await model.upstreams[0]?.call(submitted, 300)) !== undefined) continue;
    const { job: seen } = await readJob(account.key, job.id);
    if (seen.state === 'queued') return { ...job, model, before: submitted - 1 };
    break;
  }
  throw new NotExercised('no job waits behind others');
}

const promptCancelMs = 1_500;
/** Runs in which an accepted cancel was waited for in vain before the call had ended. */
const endsWithCall = new WeakSet<World['patience']['ofRun']>();

/**
 * Waits for the end of a job whose cancel was accepted, and returns it. Where it does not come by itself, its endpoint is let go on: a gateway
 * may show canceled no sooner than the call ends (freedom F014). Then undefined. A run waits at length for that once.
 */
export async function letCancelEnd(
  world: World,
  account: Account,
  { id, model }: RunningJob,
): Promise<SubmittedJob | undefined> {
  const { patience } = world;
  const limitMs = endsWithCall.has(patience.ofRun) ? patience.shortened(promptCancelMs) : patience.limitMs;
  const seen = await readUntil(world, account.key, id, isFinalJob, limitMs);
  if (seen !== undefined) return seen;
  endsWithCall.add(patience.ofRun);
  model.upstreams[0]?.release();
  return undefined;
}

/** A job whose cancel was accepted. */
export interface CanceledJob {
  /** The answer to the cancel. */
  readonly accepted: SubmittedJob;
  /** The job at its end; undefined when that did not come. */
  readonly ended: SubmittedJob | undefined;
  /** True when the work went on, and ended the job otherwise than canceled: tolerated where canceled was never shown (freedom F014). */
  readonly workWon: boolean;
}

/** Cancels a job whose endpoint is held, and waits for its end. `SetupFailed` where the cancel is not accepted with a Job. */
export async function cancelHeld(world: World, account: Account, job: RunningJob): Promise<CanceledJob> {
  const accepted = controlJob(await account.key.cancel(job.id), 'job.cancel.accepted');
  const byItself = await letCancelEnd(world, account, job);
  const ended = byItself ?? (await readUntil(world, account.key, job.id, isFinalJob));
  const states = [accepted, ended].map((seen) => seen?.job.state);
  return { accepted, ended, workWon: byItself === undefined && ended !== undefined && !states.includes('canceled') };
}

/** As `cancelHeld`; `OpenForm` where the work wins, so that there is no canceled job. */
export async function cancelForGood(world: World, account: Account, job: RunningJob): Promise<void> {
  const { workWon } = await cancelHeld(world, account, job);
  if (workWon) throw new OpenForm('the work wins against an accepted cancel, so that no job is canceled');
}

/** The answers to three cancels of one job that are sent at the same time, of which at least one was accepted. */
export async function cancelTogether(key: Key, id: string): Promise<readonly Exchange[]> {
  const cancels = await Promise.all([key, key, key].map((one) => one.cancel(id)));
  if (cancels.some((exchange) => jobOf(exchange) !== undefined)) return cancels;
  throw new SetupFailed('no cancel was accepted with a Job', { prerequisite: 'job.cancel.accepted' });
}

/** As `holdJob`, beside another job that is held; `NotArranged` where a job is not begun before the one before it has ended (freedom F013). */
export async function holdBeside(account: Account, options: Parameters<typeof holdJob>[1] = {}): Promise<HeldJob> {
  try {
    return await holdJob(account, { ...options, beginsWithinMs: promptMs });
  } catch (thrown) {
    if (thrown instanceof SetupFailed && thrown.prerequisite === runsRule)
      throw new NotArranged('no job is begun before the one before it has ended');
    throw thrown;
  }
}

const runsRule = 'media.create.runs';

const notAsked = () =>
  new SetupFailed(`the job's endpoint was not asked within ${patienceMs / 1_000} s, or before the job had ended`, {
    prerequisite: runsRule,
  });

/** A job and the model that is to run it. */
interface RunningJob {
  readonly id: string;
  readonly model: Model;
}

/** Waits until the first endpoint of the job's model has been asked so often. */
export async function untilAsked(account: Account, job: RunningJob, times = 1): Promise<void> {
  if ((await callFor(account, job, times)) === undefined) throw notAsked();
}

/** A call of the first endpoint of the job's model; undefined when none comes in time, or the job has ended without it. */
export async function callFor(account: Account, { id, model }: RunningJob, number = 1, limitMs = patienceMs) {
  const [upstream] = model.upstreams;
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += promptMs) {
    const call = await upstream?.call(number, promptMs);
    if (call !== undefined) return call;
    const job = jobOf(await account.key.job(id));
    if (job === undefined || isFinalJob(job)) break;
  }
  return upstream?.calls()[number - 1];
}
