/** Codes about the client's key, account, job or earlier requests: no failure of an endpoint makes one of their conditions hold (freedom F055). */
const ofClient: ReadonlySet<unknown> = new Set([
  'unauthorized',
  'forbidden',
  'budget_exceeded',
  'insufficient_credit',
  'policy_conflict',
  'model_not_found',
  'job_not_found',
  'run_not_found',
  'idempotency_conflict',
]);

/** Statuses that say of the client's key or account what those codes say. */
const ofClientStatuses: ReadonlySet<unknown> = new Set([401, 402, 403]);

/** Whether an endpoint's failure is reported as something that the client's key, account or earlier requests came to. */
export function blamesClient(code: unknown): boolean {
  return ofClient.has(code);
}

/** As `blamesClient`, of an HTTP error: under these statuses a code of nobody's table blames the client too, a refusal on content grounds does not. */
export function answerBlamesClient(status: number | undefined, code: unknown): boolean {
  return blamesClient(code) || (ofClientStatuses.has(status) && code !== 'moderation_refused');
}
