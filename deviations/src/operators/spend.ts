import { type ApiKey, type Caller, monthOf, type SeenRequest } from '@gateproof/simulator/behaviour';
import { type Change, decide, remembering } from '../change.ts';
import type { Scope } from '../scopes/requests.ts';
import type { IsMeant } from './charge.ts';
import { answering, beforehand } from './exchanges.ts';

/** What a key has spent in the month of a time. */
export function spentIn(key: ApiKey, nowMs: number): number {
  return key.spentUsd.get(monthOf(nowMs)) ?? 0;
}

/** Holds something else against a key's cap than it has spent this month: what `spent` returns. */
export function holdAgainstCap(words: string, spent: (caller: Caller) => number): Change {
  return decide('admission', `holds ${words} against a cap`, {
    isOverCap: (caller, costUsd) =>
      spent(caller) + costUsd > (caller.key.restrictions.monthlyCapUsd ?? Number.POSITIVE_INFINITY),
  });
}

/** Counts a dollar against the key of each answer that is meant. */
export function chargeKey(scope: Scope, isMeant: IsMeant = () => true): Change {
  return answering(`counts a dollar against the cap ${scope.words}`, (answer, request) => {
    const { key, nowMs } = request;
    if (key !== undefined && isMeant(answer) && scope.covers(request))
      key.spentUsd.set(monthOf(nowMs), spentIn(key, nowMs) + 1);
    return answer;
  });
}

/** Forgets what requests of a scope have spent of their key's cap, and all before them. */
export function forgetSpending(scope: Scope): Change {
  return remembering(() => {
    const last = new WeakMap<ApiKey, SeenRequest>();
    return beforehand(`forgets what was spent ${scope.words}`, (request) => {
      const { key, nowMs } = request;
      if (key === undefined) return;
      const before = last.get(key);
      if (before !== undefined && scope.covers(before)) key.spentUsd.delete(monthOf(nowMs));
      last.set(key, request);
    });
  });
}
