import type { Exchange } from '../exchange/exchange.ts';
import { mayCallEndpoint } from '../expect/disturbance-behind.ts';
import { disturbanceOf } from '../expect/disturbance-of.ts';
import type { CaseScope } from './case-scope.ts';

/** A request is sent again so often; a target that refuses it every time means it. */
const mostAgain = 2;
const leastWaitMs = 100;
/** A longer wait is left to the case as a whole. */
const mostWaitMs = 2_000;

/**
 * Sends a request again that met with a limit of the target's own (429, or 503 for a moment), as any client would that honours `Retry-After`: a target that refuses one request
 * in ten would leave no long case whole. Where the case is about such answers, or an endpoint was called, the first one stands.
 */
export async function untilLetIn(
  send: () => Promise<Exchange>,
  scope: Pick<CaseScope, 'means' | 'recorder' | 'over' | 'limits'>,
): Promise<Exchange> {
  let exchange = await send();
  for (let again = 0; again < mostAgain; again += 1) {
    const refusal = disturbanceOf(exchange);
    if (refusal?.status === undefined || refusal.retryAfterMs > mostWaitMs || scope.limits.isAbout()) break;
    await scope.means.clock.pause(Math.max(leastWaitMs, refusal.retryAfterMs));
    if (scope.over.aborted || scope.limits.isAbout() || calledEndpoint(exchange, scope)) break;
    scope.limits.supersede(exchange);
    exchange = await send();
  }
  return exchange;
}

function calledEndpoint(exchange: Exchange, { recorder }: Pick<CaseScope, 'recorder'>): boolean {
  const { request } = exchange;
  if (!mayCallEndpoint(exchange)) return false;
  return recorder.exchanges().some(({ side, request: { atMs } }) => side === 'upstream' && atMs >= request.atMs);
}
