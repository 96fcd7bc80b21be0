import { hash } from 'node:crypto';
import type { JsonObject } from '@gateproof/spec';
import { dayMs, errorTable, hourMs, limitOf } from '@gateproof/spec';
import type { ApiKey } from '../records/api-key.ts';
import { isFinal, type Job, type JobError, type JobFile, type JobState, startedAtMsOf } from '../records/job.ts';
import type { Account } from '../tenants/account.ts';
import { dateTime } from '../text/date-time.ts';

/** What a Job is rendered from. */
export interface JobView {
  readonly job: Job;
  readonly account: Account;
  /** On the account's clock. */
  readonly nowMs: number;
  /** Makes a link to a file that expires at the given moment. */
  link(place: number, expiresAtMs: number): string;
  /** When the links that are shown were made: now, or at the job's end. */
  readonly linkedAtMs: number;
  readonly linkLifetimeMs: number;
  readonly purgeAfterMs: number;
  /** Name of the metadata field (`svc_metadata`). */
  readonly metadataField: string;
  /** Who sees it: the answer to a submission, to a read or a cancel, or an event. */
  readonly where: 'submission' | 'read' | 'cancel' | 'event';
}

/** How media jobs live and how they are rendered (Resources › Job; States and transitions; Endpoints). */
export interface JobBehaviour {
  mayMove(from: JobState, to: JobState, job: Job): boolean;
  /** How many jobs of one account are worked at at the same time; the others stay queued. */
  readonly worksAtOnce: number;
  /** How long a job of the account stays queued before its turn can come, in ms on the account's clock. */
  queuedForMs(account: Account): number;
  /** Waits, on the account's clock, after each of which a job whose endpoints have all failed is tried again. */
  readonly triesAgainAfterMs: readonly number[];
  /** How long a submission is held back so that a quick job is final in its answer, in ms of real time. */
  readonly submissionWaitMs: number;
  readonly cancelStatus: number;
  /** What an accepted cancel does: the job is canceled at once, after a moment, when its endpoint is done, or its work goes on. */
  readonly cancel: 'at-once' | 'pending' | 'after-call' | 'ignore';
  /** Whether an accepted cancel ends the call of the endpoint. */
  stopsCall(job: Job): boolean;
  /** How long the end of a job waits after its cancel was accepted, in ms of real time. */
  cancelTakesMs(job: Job): number;
  /** Whether work that is done before an accepted cancel has taken effect ends the job. */
  readonly workMayWin: boolean;
  /** Whether a second cancel of a job that is not final yet is accepted. */
  readonly acceptsSecondCancel: boolean;
  /** The job that an account means; the reference looks nowhere else. */
  find(
    id: string,
    account: Account,
    everyone: Iterable<Account>,
    why: 'read' | 'cancel' | 'retry',
    key?: ApiKey,
  ): Job | undefined;
  /** The refusal of a key whose model set leaves out the job's model; undefined: it may read. */
  restrictedCode: string | undefined;
  /** What a `retry_of` that names no job of the account leads to. */
  readonly unknownRetry: 'job_not_found' | 'invalid_request' | 'accept';
  /** On the account's clock; undefined: zdr jobs live on. */
  readonly zdrLifetimeMs: number | undefined;
  /** Whether only zdr jobs are discarded. */
  isDiscarded(job: Job): boolean;
  /** How a read of a discarded job is answered. */
  readonly discardedRead: 'job' | 'retention_expired' | 'job_not_found';
  readonly linkLifetimeMs: number;
  /** Files are deleted so long after the job's end. */
  readonly purgeAfterMs: number;
  /** Whether every read makes new links; otherwise those of the job's end stay. */
  readonly refreshesLinks: boolean;
  /** Whether a link redirects to another address, which gives the file. */
  readonly redirectsLinks: boolean;
  /** What is wrong with the inputs; undefined: nothing. */
  inputProblem(kind: Job['kind'], body: JsonObject): { readonly field: string; readonly wanted: string } | undefined;
  /** The files of an endpoint's answer, as they are kept. */
  files(files: readonly JobFile[]): readonly JobFile[];
  render(view: JobView): JsonObject;
  /** Whether webhooks learn of the job's end. */
  announces(job: Job): boolean;
  /** How long a final job can be read, in ms; undefined: for good. */
  readonly readableForMs: number | undefined;
}

export const referenceJobs: JobBehaviour = {
  mayMove: (from, to) => !isFinal(from) && !(from === 'processing' && to === 'queued'),
  worksAtOnce: Number.POSITIVE_INFINITY,
  queuedForMs: () => 0,
  triesAgainAfterMs: [],
  submissionWaitMs: 0,
  cancelStatus: 200,
  cancel: 'at-once',
  stopsCall: () => true,
  cancelTakesMs: () => 0,
  workMayWin: false,
  acceptsSecondCancel: true,
  find: (id, account) => account.jobs.get(id),
  restrictedCode: undefined,
  unknownRetry: 'job_not_found',
  zdrLifetimeMs: limitOf('zero-data-retention completion') * hourMs,
  isDiscarded: ({ isZdr }) => isZdr,
  discardedRead: 'job',
  linkLifetimeMs: hourMs,
  purgeAfterMs: 30 * dayMs,
  refreshesLinks: true,
  redirectsLinks: false,
  inputProblem(kind, body) {
    if (kind === 'image') {
      return typeof body.prompt === 'string' ? undefined : { field: 'prompt', wanted: 'must be a string' };
    }
    const url = body.audio_url;
    return typeof url === 'string' && /^https:\/\/[^/]/.test(url)
      ? undefined
      : { field: 'audio_url', wanted: 'must be an https URL' };
  },
  files: (files) => files,
  render: renderJob,
  announces: () => true,
  readableForMs: undefined,
};

function renderJob(view: JobView): JsonObject {
  const { job, metadataField } = view;
  const { stage } = job;
  const startedAtMs = startedAtMsOf(stage);
  return {
    id: job.id,
    generation_id: job.generation.id,
    object: 'job',
    state: stage.state,
    modality: job.modality,
    model: job.model,
    created_at: dateTime(job.createdAtMs),
    ...(startedAtMs === undefined ? {} : { started_at: dateTime(startedAtMs) }),
    ...('completedAtMs' in stage ? { completed_at: dateTime(stage.completedAtMs) } : {}),
    progress: progressOf(job),
    ...(stage.state === 'succeeded' ? { output: outputOf(view, stage.files), usage: usageOf(job, stage.files) } : {}),
    ...(stage.state === 'failed' ? { error: errorObject(stage.error) } : {}),
    ...(job.retryOf === undefined ? {} : { retry_of: job.retryOf }),
    [metadataField]: {
      generation_id: job.generation.id,
      requested_model: job.requestedModel,
      retention_class: job.isZdr ? 'zdr' : 'standard',
      region: 'home',
      policy: [],
    },
  };
}

const phases: Readonly<Record<JobState, string>> = {
  queued: 'waiting',
  processing: 'running',
  succeeded: 'done',
  failed: 'ended',
  canceled: 'ended',
};

function progressOf({ stage }: Job): JsonObject {
  const percent = stage.state === 'succeeded' ? 100 : stage.state === 'queued' ? 0 : 50;
  return { percent, phase: phases[stage.state], ...(stage.state === 'queued' ? { queue_position: 1 } : {}) };
}

function outputOf(view: JobView, files: readonly JobFile[]): readonly JsonObject[] {
  const { job, nowMs, link, linkedAtMs, linkLifetimeMs, purgeAfterMs } = view;
  const completedAtMs = 'completedAtMs' in job.stage ? job.stage.completedAtMs : nowMs;
  return files.map((file, place) => {
    const facts = {
      type: file.type,
      bytes: file.bytes.length,
      checksum_sha256: checksumOf(file),
    };
    const purgedAtMs = completedAtMs + purgeAfterMs;
    if (nowMs >= purgedAtMs) return { ...facts, purged_at: dateTime(purgedAtMs) };
    const expiresAtMs = linkedAtMs + linkLifetimeMs;
    return { url: link(place, expiresAtMs), url_expires_at: dateTime(expiresAtMs), ...facts };
  });
}

const checksums = new WeakMap<JobFile, string>();

/** Made once for each file, however often its job is read. */
function checksumOf(file: JobFile): string {
  const present = checksums.get(file);
  if (present !== undefined) return present;
  const made = hash('sha256', file.bytes, 'hex');
  checksums.set(file, made);
  return made;
}

function usageOf({ kind, generation }: Job, files: readonly JobFile[]): JsonObject {
  return {
    units: kind === 'image' ? { images: files.length } : { requests: 1 },
    cost: {
      billing_usd: generation.chargedUsd,
      cost_source: 'price_list',
      cost_status: 'final',
      price_version: '2026-11-01',
    },
  };
}

function errorObject({ code, scope, message }: JobError): JsonObject {
  const kind = errorTable.get(code)?.kind ?? 'unknown';
  return { code, kind, ...(scope === null ? {} : { scope }), message };
}
