import type { CallPerformance } from '../calls/call-performance.ts';
import type { ResponseHeader } from '../plan/response-draft.ts';
import type { ServedPlan } from '../plan/response-plan.ts';
import type { UpstreamRequest } from '../plan/upstream-request.ts';
import type { Upstream } from '../upstream.ts';
import { UpstreamConnectionError } from './upstream-connection-error.ts';

export interface InProcessResponse {
  readonly status: number;
  readonly headers: readonly ResponseHeader[];
  /** Read once; leaving early counts as closing the connection. Throws `UpstreamConnectionError` where the connection is lost. */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Calls an upstream without a network. Events that nothing holds apart arrive together.
 *
 * @throws UpstreamConnectionError when the connection is refused (`ECONNREFUSED`) or lost before the head (`ECONNRESET`)
 * @throws the signal's reason when it fires before the head; afterwards the body throws it
 */
export async function callInProcess(
  upstream: Upstream,
  request: UpstreamRequest,
  signal?: AbortSignal,
): Promise<InProcessResponse> {
  signal?.throwIfAborted();
  const performance = upstream.receive(request);
  const abort = () => performance.abort();
  signal?.addEventListener('abort', abort, { once: true });
  void performance.record.ended.then(() => signal?.removeEventListener('abort', abort));
  const opening = await performance.open();
  if (opening === 'gone') throw signal?.reason;
  if (opening === 'refuse') throw new UpstreamConnectionError(upstream.token, 'ECONNREFUSED');
  if (opening === 'reset') throw new UpstreamConnectionError(upstream.token, 'ECONNRESET');
  const bytes = bodyOf(performance, opening, upstream.token, signal);
  return {
    status: opening.status,
    headers: opening.headers,
    body: {
      [Symbol.asyncIterator]: () => ({
        next: () => bytes.next(),
        // A generator that was never started runs no `finally`, so leaving is reported to the performance first.
        return: () => {
          performance.abort();
          return bytes.return();
        },
      }),
    },
  };
}

async function* bodyOf(
  performance: CallPerformance,
  plan: ServedPlan,
  token: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* performance.body(plan, true);
    signal?.throwIfAborted();
    performance.finish(plan);
    if (plan.ending.how === 'cut') throw new UpstreamConnectionError(token, 'ECONNRESET');
  } finally {
    performance.abort();
  }
}
