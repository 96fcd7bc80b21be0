/** How one endpoint failed, before the gateway has decided what to report to the client. */
export type EndpointFailure =
  | { readonly how: 'unreachable' }
  /** The connection was made and lost: before an answer, or in the middle of one. */
  | { readonly how: 'connection-lost' }
  | { readonly how: 'timeout' }
  /** It was still at work when the whole request had lasted as long as one may. */
  | { readonly how: 'overdue' }
  | {
      readonly how: 'status';
      readonly status: number;
      readonly retryAfterMs: number | undefined;
      readonly body: string;
    }
  /** A 200 with a body that is not what was asked for. */
  | { readonly how: 'malformed'; readonly body?: string }
  | { readonly how: 'empty' }
  /** A stream that ended well on the wire, without having said that it had finished. */
  | { readonly how: 'ended-early' }
  /** An error object within a 200. */
  | { readonly how: 'error-object'; readonly error: unknown };

/** Thrown on the way to and from one endpoint. */
export class EndpointError extends Error {
  /** By name: a bundle and the package of deviations each hold a copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'EndpointError';
  }

  override readonly name = 'EndpointError';
  readonly failure: EndpointFailure;
  constructor(failure: EndpointFailure) {
    super(failure.how);
    this.failure = failure;
  }
}
