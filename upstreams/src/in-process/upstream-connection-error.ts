/** The loss of a connection to an upstream, with the code that Node gives to the real thing. */
export class UpstreamConnectionError extends Error {
  override readonly name = 'UpstreamConnectionError';
  readonly code: 'ECONNREFUSED' | 'ECONNRESET';

  constructor(upstream: string, code: 'ECONNREFUSED' | 'ECONNRESET') {
    super(
      `Upstream ${upstream} ${code === 'ECONNREFUSED' ? 'refused the connection' : 'lost the connection'} (${code})`,
    );
    this.code = code;
  }
}
