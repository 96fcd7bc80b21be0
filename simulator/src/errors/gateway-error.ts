import type { EndpointFailure } from './endpoint-failure.ts';

/** What an error is about: the request, the model, the way to an endpoint, or nothing in particular. */
export type ErrorScope = 'request' | 'model' | 'route' | null;

/** One endpoint that was tried for a request, and how it failed. */
export interface Attempt {
  readonly endpoint: string;
  readonly model: string;
  /** HTTP status, or null when there was no answer. */
  readonly status: number | null;
  readonly kind: string;
}

/** What is known of a refusal or failure besides its code. */
export interface ErrorDetails {
  readonly scope?: ErrorScope;
  readonly retryAfterMs?: number;
  readonly attempts?: readonly Attempt[];
  readonly generationId?: string;
  /** How the endpoint that was tried last failed. Never sent. */
  readonly lastFailure?: EndpointFailure;
  /** Only on `idempotency_conflict`. */
  readonly conflict?: { readonly state: string; readonly usage: unknown; readonly cost: unknown };
}

/** A refusal or failure in the contract's own words. Status and kind follow from the code's row in the error table. */
export class GatewayError extends Error {
  /** By name: a bundle and the package of deviations each hold a copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'GatewayError';
  }

  override readonly name = 'GatewayError';
  readonly code: string;
  readonly details: ErrorDetails;
  constructor(code: string, message: string, details: ErrorDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }

  /** The same refusal under another code, and with another message where one is given. */
  as(code: string, message: string = this.message): GatewayError {
    return new GatewayError(code, message, this.details);
  }

  /** The same error with more said about it. */
  with(details: ErrorDetails): GatewayError {
    return new GatewayError(this.code, this.message, { ...this.details, ...details });
  }
}
