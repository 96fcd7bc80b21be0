import type { JsonObject } from '@gateproof/spec';
import { errorTable } from '@gateproof/spec';
import type { GatewayError } from '../errors/gateway-error.ts';

/** How an error is reported, over HTTP and inside a stream (Errors). */
export interface ErrorBehaviour {
  /** The error that is reported in this one's place. */
  translate(error: GatewayError): GatewayError;
  /** Status of the HTTP answer. */
  status(error: GatewayError): number;
  type(error: GatewayError): string;
  message(error: GatewayError): string;
  /** The `error` object. */
  body(error: GatewayError, requestId: string): JsonObject;
  /** The whole envelope around it. */
  envelope(body: JsonObject): unknown;
  /** Headers beside the envelope; a value of undefined leaves the header out. */
  retryAfterHeader(error: GatewayError): string | undefined;
  requestIdHeader(requestId: string): string | undefined;
}

const types: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  405: 'invalid_request_error',
  409: 'conflict_error',
  413: 'invalid_request_error',
  429: 'rate_limit_error',
  500: 'api_error',
  502: 'api_error',
  503: 'api_error',
  504: 'timeout_error',
};

/** Codes of the simulator's own, where the contract shows none. */
const ownStatuses: Readonly<Record<string, number>> = {
  not_found: 404,
  method_not_allowed: 405,
  expectation_failed: 417,
  headers_too_large: 431,
  request_too_slow: 408,
  job_already_finished: 409,
  wait_timeout: 408,
  wait_in_vain: 409,
};

function statusOf(error: GatewayError): number {
  return errorTable.get(error.code)?.status ?? ownStatuses[error.code] ?? 500;
}

export const referenceErrors: ErrorBehaviour = {
  translate: (error) => error,
  status: statusOf,
  type: (error) => types[statusOf(error)] ?? 'api_error',
  message: (error) => error.message,
  body(error, requestId) {
    const { scope, retryAfterMs, attempts, generationId, conflict } = error.details;
    return {
      code: error.code,
      message: this.message(error),
      kind: errorTable.get(error.code)?.kind ?? 'terminal',
      scope: scope ?? null,
      type: this.type(error),
      param: null,
      request_id: requestId,
      ...(generationId === undefined ? {} : { generation_id: generationId }),
      ...(retryAfterMs === undefined ? {} : { retry_after_ms: retryAfterMs }),
      ...(attempts === undefined || attempts.length === 0 ? {} : { attempts }),
      ...conflict,
    };
  },
  envelope: (body) => ({ error: body }),
  retryAfterHeader: ({ details }) =>
    details.retryAfterMs === undefined ? undefined : String(Math.ceil(details.retryAfterMs / 1000)),
  requestIdHeader: (requestId) => requestId,
};
