import { errorTable } from '@gateproof/spec';

/** Codes that a client can be sent: the rows of the error table that have a status. A list of its own, so that a misspelt code is a type error. */
export const sentErrorCodes = [
  'invalid_request',
  'policy_conflict',
  'unsupported_capability',
  'context_length_exceeded',
  'unauthorized',
  'budget_exceeded',
  'insufficient_credit',
  'forbidden',
  'moderation_refused',
  'model_not_found',
  'no_endpoint_available',
  'job_not_found',
  'run_not_found',
  'idempotency_conflict',
  'payload_too_large',
  'rate_limited',
  'internal_error',
  'provider_unavailable',
  'provider_empty_response',
  'provider_payment_required',
  'provider_unauthorized',
  'snapshot_expired',
  'upstream_timeout',
  'request_timeout',
  'retention_expired',
] as const;
export type SentErrorCode = (typeof sentErrorCodes)[number];

/** The HTTP status of a code (Errors › Codes). */
export function statusOfCode(code: SentErrorCode): number {
  const status = errorTable.get(code)?.status;
  if (status === undefined || status === null) throw new Error(`the error table has no status for ${code}`);
  return status;
}
