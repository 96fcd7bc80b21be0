import { type ApiKey, type Caller, monthOf, type SeenRequest } from '@gateproof/simulator/behaviour';
import { answering, beforehand, type Change, decide, overrule, remembering } from '../change.ts';
import type { Scope } from '../scopes/requests.ts';
import type { IsMeant } from './charge.ts';

/** What a key has spent in the month of a time. */
export const spentIn = (key: ApiKey, nowMs: number): number => key.spentUsd.get(monthOf(nowMs)) ?? 0;

/** Counts so much against the cap of a key in the month of a time. */
export const spend = (key: ApiKey, atMs: number, usd = 1): unknown =>
  key.spentUsd.set(monthOf(atMs), spentIn(key, atMs) + usd);

export const capOf = ({ restrictions }: ApiKey): number => restrictions.monthlyCapUsd ?? Number.POSITIVE_INFINITY;

/** Holds something else against a key's cap than it has spent this month: what `spent` returns. */
export const holdAgainstCap = (words: string, spent: (caller: Caller) => number): Change =>
  decide('admission', `holds ${words} against a cap`, {
    isOverCap: (caller, costUsd) => spent(caller) + costUsd > capOf(caller.key),
  });

/** Counts a dollar against the key of each answer that is meant. */
export const chargeKey = (scope: Scope, isMeant: IsMeant = () => true): Change =>
  answering(`counts a dollar against the cap ${scope.words}`, (answer, request) => {
    const { key, nowMs } = request;
    if (key !== undefined && isMeant(answer) && scope.covers(request)) spend(key, nowMs);
    return answer;
  });

/** Forgets what requests of a scope have spent of their key's cap, and all before them. */
export const forgetSpending = (scope: Scope): Change =>
  remembering((last = new WeakMap<ApiKey, SeenRequest>()) =>
    beforehand(`forgets what was spent ${scope.words}`, (request) => {
      const { key, nowMs } = request;
      if (key === undefined) return;
      const before = last.get(key);
      if (before !== undefined && scope.covers(before)) key.spentUsd.delete(monthOf(nowMs));
      last.set(key, request);
    }),
  );

/** Jobs that end in this state count a dollar against their key's cap. */
export const chargeEnded = (state: 'failed' | 'canceled') =>
  overrule('jobs.mayMove', `counts ${state} jobs against a cap`, (mayMove, from, to, job) => {
    const may = mayMove(from, to, job);
    if (may && to === state) spend(job.key, job.createdAtMs);
    return may;
  });
