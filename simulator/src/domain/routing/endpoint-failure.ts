/** How one endpoint failed, before the gateway has decided what to tell the client. */
export type EndpointFailure =
  | { readonly how: 'unreachable' }
  | { readonly how: 'timeout' }
  | {
      readonly how: 'status';
      readonly status: number;
      readonly retryAfterMs: number | undefined;
      readonly body: string;
    }
  /** A 200 with a body that is not what was asked for. */
  | { readonly how: 'malformed' }
  | { readonly how: 'empty' }
  /** The answer broke off, or a stream ended without saying that it had finished. */
  | { readonly how: 'broken-off' }
  /** An error object within a 200. */
  | { readonly how: 'error-object'; readonly error: unknown };

/** Thrown on the way to and from one endpoint. */
export class EndpointError extends Error {
  override readonly name = 'EndpointError';
  readonly failure: EndpointFailure;
  constructor(failure: EndpointFailure) {
    super(failure.how);
    this.failure = failure;
  }
}
