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

/** Whether an endpoint's failure is told as something that the client's key, account or earlier requests came to. */
export function blamesClient(code: unknown): boolean {
  return ofClient.has(code);
}
