/** HTTP status of every code that is sent as an HTTP error (Errors › Codes). */
export const statusOfCode = {
  invalid_request: 400,
  policy_conflict: 400,
  unsupported_capability: 400,
  context_length_exceeded: 400,
  unauthorized: 401,
  budget_exceeded: 402,
  insufficient_credit: 402,
  forbidden: 403,
  moderation_refused: 403,
  model_not_found: 404,
  no_endpoint_available: 404,
  job_not_found: 404,
  run_not_found: 404,
  idempotency_conflict: 409,
  payload_too_large: 413,
  rate_limited: 429,
  internal_error: 500,
  provider_unavailable: 502,
  provider_empty_response: 502,
  provider_payment_required: 502,
  provider_unauthorized: 502,
  snapshot_expired: 503,
  upstream_timeout: 504,
  request_timeout: 504,
  retention_expired: 504,
} as const;

/** A code that a client can be sent; `client_disconnected` never is. */
export type SentErrorCode = keyof typeof statusOfCode;
