import type { Account, Job } from '@gateproof/simulator/behaviour';

/** A job that nobody submitted. */
export function inventedJob(account: Account): Job | undefined {
  const [key] = account.keys.values();
  if (key === undefined) return undefined;
  const nowMs = account.clock.now();
  const generation = {
    id: account.ids.next('gen_'),
    kind: 'job' as const,
    model: 'gateproof/echo',
    chargedUsd: 0,
    errorCode: null,
  };
  const error = { code: 'invalid_request', scope: null, message: 'No.' };
  return {
    id: account.ids.next('job_'),
    kind: 'image',
    modality: 'image',
    requestedModel: 'gateproof/echo',
    model: 'gateproof/echo',
    createdAtMs: nowMs,
    isZdr: false,
    retryOf: undefined,
    origin: 'http://127.0.0.1',
    key,
    generation,
    stage: { state: 'failed', startedAtMs: nowMs, completedAtMs: nowMs, error },
    cancelRequested: false,
    abort: new AbortController(),
    work: undefined,
  };
}
