import { type ApiKey, type Caller, monthOf, patch, type SeenRequest } from '@gateproof/simulator/behaviour';
import type { Change } from '../change.ts';
import { answering } from '../changes/exchange-changes.ts';
import type { Scope } from '../scopes.ts';

/** What a key has spent in the month of a time. */
export function spentIn(key: ApiKey, nowMs: number): number {
  return key.spentUsd.get(monthOf(nowMs)) ?? 0;
}

/** Holds something else against a key's cap than it has spent this month: what `spent` returns. */
export function holdAgainstCap(words: string, spent: (caller: Caller) => number): Change {
  return {
    summary: `holds ${words} against a cap`,
    apply: patch('admission', {
      isOverCap: (caller, costUsd) =>
        spent(caller) + costUsd > (caller.key.restrictions.monthlyCapUsd ?? Number.POSITIVE_INFINITY),
    }),
  };
}

/** Counts a dollar against the key of each answer that is meant. */
export function chargeKey(scope: Scope, isMeant: (status: number) => boolean = () => true): Change {
  return {
    summary: `counts a dollar against the cap ${scope.words}`,
    apply: answering((answer, request) => {
      const { key, nowMs } = request;
      if (key !== undefined && isMeant(answer.status) && scope.covers(request))
        key.spentUsd.set(monthOf(nowMs), spentIn(key, nowMs) + 1);
      return answer;
    }),
  };
}

/** Forgets what requests of a scope have spent of their key's cap, and all before them. */
export function forgetSpending(scope: Scope): Change {
  return {
    summary: `forgets what was spent ${scope.words}`,
    apply: patch('exchanges', ({ refusal }) => {
      const last = new WeakMap<ApiKey, SeenRequest>();
      return {
        refusal(request) {
          const { key, nowMs } = request;
          if (key === undefined) return refusal(request);
          const before = last.get(key);
          if (before !== undefined && scope.covers(before)) key.spentUsd.delete(monthOf(nowMs));
          last.set(key, request);
          return refusal(request);
        },
      };
    }),
  };
}
