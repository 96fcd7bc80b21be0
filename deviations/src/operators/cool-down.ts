import { GatewayError } from '@gateproof/simulator/behaviour';
import { realTime } from '@gateproof/upstreams';
import { afterwards, beforehand, type Change, remembering } from '../change.ts';
import type { Scope } from '../scopes/requests.ts';

/** Refuses every request of an account for so long after one of a scope that was refused. */
export const coolDown = (scope: Scope, forMs: number): Change =>
  remembering((until = new WeakMap<object, number>()) => [
    afterwards('', ({ account, ...request }, answer) => {
      const isRefused = answer !== undefined && answer.status >= 400 && scope.covers({ account, ...request });
      if (account !== undefined && isRefused) until.set(account, realTime.now() + forMs);
      return [];
    }),
    beforehand(`answers snapshot_expired for ${forMs} ms after refusals ${scope.words}`, ({ account }) =>
      account !== undefined && (until.get(account) ?? 0) > realTime.now()
        ? new GatewayError('snapshot_expired', 'The gateway is recovering.', { scope: null, retryAfterMs: forMs })
        : undefined,
    ),
  ]);
