import { type Behaviour, GatewayError, patch } from '@gateproof/simulator/behaviour';
import { realTime } from '@gateproof/upstreams';
import { differing } from '../differing.ts';
import type { Variation } from '../variation.ts';

/** Goes by the machine's time, which no testbed moves. */
function realWindow(behaviour: Behaviour): Behaviour {
  const served = new WeakMap<object, number[]>();
  const limiting = patch('exchanges', ({ refusal }) => ({
    refusal(request) {
      const limit = request.account?.rateLimit ?? null;
      if (limit === null) return refusal(request);
      const nowMs = realTime.now();
      const recent = (served.get(limit) ?? []).filter((atMs) => atMs > nowMs - limit.windowMs);
      served.set(limit, recent);
      if (recent.length < limit.requests) {
        recent.push(nowMs);
        return refusal(request);
      }
      const retryAfterMs = (recent[0] ?? nowMs) + limit.windowMs - nowMs;
      return new GatewayError('rate_limited', 'Too many requests right now.', { scope: 'request', retryAfterMs });
    },
  }));
  return limiting(patch('admission', { isOverRate: () => false })(behaviour));
}

/** What may be read more generously, or sent on under another name. */
export const lenientVariations: readonly Variation[] = [
  differing('lenient.window-turns', 'F023', 'counts requests in windows that begin on the minute', (behaviour) => {
    let over = 0;
    return patch('admission', ({ isOverRate }) => ({
      isOverRate(recentCount, limit) {
        if (!isOverRate(recentCount, limit)) return false;
        over += 1;
        // Now and then a minute ends between two requests.
        return over !== 3 && over !== 40;
      },
    }))(behaviour);
  }),
  differing('lenient.window-of-real-time', 'F023', 'counts requests in windows of real time', realWindow),
  differing(
    'lenient.half-wait',
    'F023',
    'states half of the wait at a rate limit',
    patch('admission', ({ retryAfterMs }) => ({
      retryAfterMs: (untilRoomMs) => Math.ceil((retryAfterMs(untilRoomMs) ?? 0) / 2),
    })),
  ),
  differing(
    'lenient.wait-as-hint',
    'F023',
    'states the same short wait at every rate limit',
    patch('admission', { retryAfterMs: () => 250 }),
  ),
];
