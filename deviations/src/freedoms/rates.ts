import { GatewayError } from '@gateproof/simulator/behaviour';
import { realTime } from '@gateproof/upstreams';
import { beforehand, decide, freedomRows, overrule, remembering } from '../change.ts';
import { counting } from '../memory.ts';

/** Goes by the machine's time, which no testbed moves. */
const realWindow = remembering((served = new WeakMap<object, number[]>()) => [
  decide('admission', '', { isOverRate: () => false }),
  beforehand('counts requests in windows of real time', ({ account }) => {
    const limit = account?.rateLimit;
    if (!limit) return undefined;
    const nowMs = realTime.now();
    const recent = (served.get(limit) ?? []).filter((atMs) => atMs > nowMs - limit.windowMs);
    const isOver = recent.length >= limit.requests;
    served.set(limit, isOver ? recent : [...recent, nowMs]);
    if (!isOver) return undefined;
    const retryAfterMs = (recent[0] ?? nowMs) + limit.windowMs - nowMs;
    return new GatewayError('rate_limited', 'Too many requests right now.', { scope: 'request', retryAfterMs });
  }),
]);

/** Now and then a minute ends between two requests. */
const turningWindow = remembering((count = counting()) =>
  overrule(
    'admission.isOverRate',
    'counts requests in windows that begin on the minute',
    (isOver, recentCount, limit) => {
      return isOver(recentCount, limit) && ![3, 40].includes(count());
    },
  ),
);

/** How rates may be counted and reported otherwise. */
export const rateVariations = freedomRows({
  'F023 lenient.window-turns': turningWindow,
  'F023 lenient.window-of-real-time': realWindow,
  'F023 lenient.half-wait': overrule('admission.retryAfterMs', 'halves the wait at a rate limit', (present, roomMs) =>
    Math.ceil((present(roomMs) ?? 0) / 2),
  ),
  'F023 lenient.wait-as-hint': decide('admission', 'states a short wait always', { retryAfterMs: () => 250 }),
});
