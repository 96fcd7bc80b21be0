import type { BadClient, Call, ClientChanges, Failure } from '../client-behaviour.ts';
import { referenceClient as right } from '../reference-client.ts';
import { kindOf } from './failure-patches.ts';

const firstOfCall = new WeakMap<Call, Failure>();
const firstOfLast = new WeakMap<Failure, Failure>();

/** The failure that a call met first. */
function firstOf(call: Call, failure: Failure): Failure {
  const first = firstOfCall.get(call) ?? failure;
  firstOfCall.set(call, first);
  firstOfLast.set(failure, first);
  return first;
}

const decidesByFirst = (most: number, due: (call: Call) => boolean): ClientChanges => ({
  retries(failure, call, tools) {
    const first = firstOf(call, failure);
    const goesOn = call.attempt > 1 && due(call) && /unavailable|rate_limit|timeout/.test(String(kindOf(first)));
    return goesOn ? call.attempt <= most : right.retries(failure, call, tools);
  },
});

/** Clients that go by the first failure of a call after a retry brought another one. */
export const firstFailureDeviations: readonly BadClient[] = [
  { id: 'client.retry.terminal:by-first-failure', changes: decidesByFirst(3, () => true), entails: ['client.retry.'] },
  {
    id: 'client.retry.terminal:by-first-failure-of-reads',
    changes: decidesByFirst(3, ({ method }) => method === 'GET'),
    entails: ['client.retry.'],
  },
  {
    id: 'client.error.code-reported:first-failure',
    changes: {
      retries(failure, call, tools) {
        firstOf(call, failure);
        return right.retries(failure, call, tools);
      },
      error: (failure) => right.error(firstOfLast.get(failure) ?? failure),
    },
    entails: ['client.error.'],
  },
];
