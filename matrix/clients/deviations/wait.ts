import type { BadClient, Call, ClientChanges, Failure } from '../client-behaviour.ts';
import { retryAfterMs } from '../reference-client.ts';
import { backoff, kindOf } from './failure-patches.ts';

const waiting = (wait: (failure: Failure, call: Call) => number): ClientChanges => ({ waitMs: wait });
/** Clients that do not wait as they should. */
export const waitDeviations: readonly BadClient[] = [
  { id: 'client.retry.backoff', changes: waiting((failure) => retryAfterMs(failure)) },
  {
    id: 'client.retry.backoff:shrinking',
    changes: waiting((failure, { attempt }) => Math.max(retryAfterMs(failure), 400 / 2 ** attempt)),
  },
  {
    id: 'client.retry.backoff:last-at-once',
    changes: waiting((failure, call) => Math.max(retryAfterMs(failure), call.attempt >= 3 ? 0 : backoff(call))),
  },
  {
    id: 'client.retry.backoff:rate-limits',
    changes: waiting((failure, call) =>
      Math.max(retryAfterMs(failure), kindOf(failure) === 'rate_limit' ? 0 : backoff(call)),
    ),
  },
  {
    id: 'client.retry.backoff:timeouts',
    changes: waiting((failure, call) =>
      Math.max(retryAfterMs(failure), kindOf(failure) === 'timeout' ? 1 : backoff(call)),
    ),
  },
  {
    id: 'client.retry.retry-after',
    changes: waiting((_, call) => backoff(call)),
    entails: ['client.retry.retry-after'],
  },
  {
    id: 'client.retry.retry-after:milliseconds',
    changes: waiting((failure, call) => Math.max(retryAfterMs(failure) / 1000, backoff(call))),
    entails: ['client.retry.retry-after'],
  },
  {
    id: 'client.retry.retry-after:one-second',
    changes: waiting((failure, call) => Math.max(Math.min(retryAfterMs(failure), 1_000), backoff(call))),
    entails: ['client.retry.retry-after'],
  },
  {
    id: 'client.retry.retry-after:minute',
    changes: waiting((failure, call) =>
      Math.max(retryAfterMs(failure) > 60_000 ? 0 : retryAfterMs(failure), backoff(call)),
    ),
  },
  {
    id: 'client.retry.retry-after:ten-minutes',
    changes: waiting((failure, call) =>
      Math.max(retryAfterMs(failure) > 600_000 ? 0 : retryAfterMs(failure), backoff(call)),
    ),
  },
  {
    id: 'client.retry.retry-after:body-alone',
    changes: waiting((failure, call) => Math.max(Number(failure.sent.retry_after_ms ?? 0), backoff(call))),
  },
  {
    id: 'client.retry.retry-after:half',
    changes: waiting((failure, call) => Math.max(retryAfterMs(failure) * 0.5, backoff(call))),
    entails: ['client.retry.retry-after'],
  },
  {
    id: 'client.retry.retry-after:streams',
    changes: waiting((failure, call) => Math.max(call.op === 'chat_stream' ? 0 : retryAfterMs(failure), backoff(call))),
    entails: ['client.retry.retry-after-unavailable', 'client.retry.retry-after-each-time'],
  },
  {
    id: 'client.retry.retry-after-each-time',
    changes: waiting((failure, call) =>
      call.attempt > 1 ? backoff(call) : Math.max(retryAfterMs(failure), backoff(call)),
    ),
  },
  { id: 'client.retry.retry-after-each-time:the-first', changes: firstForAll() },
  {
    id: 'client.retry.retry-after-unavailable',
    changes: waiting((failure, call) =>
      Math.max(kindOf(failure) === 'rate_limit' ? retryAfterMs(failure) : 0, backoff(call)),
    ),
  },
  {
    id: 'client.retry.retry-after-unavailable:timeouts',
    changes: waiting((failure, call) =>
      Math.max(kindOf(failure) === 'timeout' ? 0 : retryAfterMs(failure), backoff(call)),
    ),
  },
  {
    id: 'client.retry.retry-after-unavailable:502',
    changes: waiting((failure, call) => Math.max(failure.status === 502 ? 0 : retryAfterMs(failure), backoff(call))),
  },
];

/** Waits each time as the first answer said. */
function firstForAll(): ClientChanges {
  const first = new WeakMap<Call, number>();
  return waiting((failure, call) => {
    if (call.attempt === 1) first.set(call, retryAfterMs(failure));
    return Math.max(first.get(call) ?? 0, backoff(call));
  });
}
