import type { Job, JobFacts, JobWork } from '../records/job.ts';
import { recordGeneration, recordJob } from '../tenants/account-records.ts';
import type { Caller } from '../tenants/admission-request.ts';

/** What a job is made from. */
export interface JobSubmitted extends Pick<JobFacts, 'kind' | 'modality' | 'isZdr' | 'origin'> {
  readonly work: JobWork;
}

/** A queued job of the caller's account, recorded with its generation. */
export function createJob(
  { account, key, requestId }: Pick<Caller, 'account' | 'key' | 'requestId'>,
  { kind, modality, isZdr, origin, work }: JobSubmitted,
): Job {
  const { body } = work;
  const requestedModel = String(body.model);
  const generation = {
    id: account.ids.next('gen_'),
    kind: 'job' as const,
    model: requestedModel,
    chargedUsd: 0,
    errorCode: null,
    requestId,
    hasEnded: false,
  };
  const job: Job = {
    id: account.ids.next('job_'),
    kind,
    modality,
    requestedModel,
    model: requestedModel,
    createdAtMs: account.clock.now(),
    isZdr,
    retryOf: typeof body.retry_of === 'string' ? body.retry_of : undefined,
    origin,
    key,
    generation,
    stage: { state: 'queued' },
    cancelRequested: false,
    abort: new AbortController(),
    work,
  };
  recordJob(account, job);
  recordGeneration(account, generation);
  return job;
}
