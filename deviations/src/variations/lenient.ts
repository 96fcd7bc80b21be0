import { type Behaviour, GatewayError, patch } from '@gateproof/simulator/behaviour';
import { realTime } from '@gateproof/upstreams';
import { forwarding } from '../changes/forwarding.ts';
import type { Variation } from '../variation.ts';
import { differing } from './differing.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const flag = /^(y|yes|n|no|on|off|true|false)$/i;
const numeric = /^-?\d+(\.\d+)?$/;
const words: Readonly<Record<string, RegExp>> = {
  stream: flag,
  max_tokens: numeric,
  max_completion_tokens: numeric,
  temperature: numeric,
};

/** Reads numbers and flags that are spelled as texts. */
const coercing = patch('bodies', ({ fieldTypes, problem }) => {
  const fits: Readonly<Record<string, (value: unknown) => boolean>> = {
    stream: (value) => typeof value === 'boolean',
    max_tokens: Number.isInteger,
    max_completion_tokens: Number.isInteger,
    temperature: (value) => typeof value === 'number',
  };
  return {
    fieldTypes: Object.fromEntries(Object.entries(fieldTypes).filter(([name]) => fits[name] === undefined)),
    problem(body, serviceField) {
      const wrong = Object.entries(fits).find(([name, isFitting]) => {
        const value = body[name];
        const isText = typeof value === 'string' && words[name]?.test(value) === true;
        return value !== undefined && value !== null && !isFitting(value) && !isText;
      });
      return wrong === undefined ? problem(body, serviceField) : { field: wrong[0], wanted: 'is of another type' };
    },
  };
});

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
  differing('lenient.coerced', 'F068', 'reads numbers and flags that are spelled as texts', coercing),
  differing(
    'lenient.other-name',
    'F119',
    'sends endpoints max_completion_tokens for max_tokens, and the other way round',
    forwarding(({ max_tokens: most, max_completion_tokens: mostCompletion, ...body }) => ({
      ...body,
      ...(most === undefined ? {} : { max_completion_tokens: most }),
      ...(mostCompletion === undefined ? {} : { max_tokens: mostCompletion }),
    })),
  ),
  differing(
    'lenient.asks-for-json',
    'F009',
    'takes json_object for conversations that speak of JSON only',
    patch('bodies', ({ problem }) => ({
      problem(body, serviceField) {
        const format = body.response_format as JsonObject | undefined;
        const lacks = format?.type === 'json_object' && !/json/i.test(JSON.stringify(body.messages));
        return lacks ? { field: 'messages', wanted: 'must contain the word json' } : problem(body, serviceField);
      },
    })),
  ),
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
    'tells half of the wait at a rate limit',
    patch('admission', ({ retryAfterMs }) => ({
      retryAfterMs: (untilRoomMs) => Math.ceil((retryAfterMs(untilRoomMs) ?? 0) / 2),
    })),
  ),
  differing(
    'lenient.wait-as-hint',
    'F023',
    'tells the same short wait at every rate limit',
    patch('admission', { retryAfterMs: () => 250 }),
  ),
  differing(
    'lenient.wait-of-zero',
    'F047',
    'tells a wait of no time, and never less than a second in the header',
    (behaviour) =>
      patch('errors', ({ retryAfterHeader }) => ({
        retryAfterHeader: (error) => (error.details.retryAfterMs === 0 ? '1' : retryAfterHeader(error)),
      }))(patch('routing', { retryAfterMs: (code) => (code === 'rate_limited' ? 0 : undefined) })(behaviour)),
  ),
  differing('fallback.requested-model-named', 'F123', 'names the requested model whichever answered', (behaviour) =>
    patch('streaming', ({ chunk }) => ({
      chunk: (told, identity, index) => chunk(told, { ...identity, model: identity.requestedModel }, index),
    }))(
      patch('completions', ({ completion }) => ({
        completion: (served, identity) => completion(served, { ...identity, model: identity.requestedModel }),
      }))(behaviour),
    ),
  ),
];
