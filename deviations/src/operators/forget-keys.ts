import { type KeyUse, patch } from '@gateproof/simulator/behaviour';
import { type Change, change } from '../change.ts';
import { idempotencyKeyOf, withHistory } from '../changes/exchange-changes.ts';
import type { Scope } from '../scopes.ts';
import type { Repeat } from '../which-repeats.ts';

/** Takes the keys of requests of a scope that come again so for new ones. */
export function forgetKeys(scope: Scope, { words, holds }: Repeat): Change {
  return {
    summary: `forgets keys ${scope.words} ${words}`,
    apply: withHistory((history) => (behaviour) => {
      const rounds = new Map<string, number>();
      const roundOf = (place: string) => rounds.get(place) ?? 0;
      const counting = patch('exchanges', ({ refusal }) => ({
        refusal(request) {
          const key = idempotencyKeyOf(request);
          if (key !== undefined && scope.covers(request) && holds(history.before(request), request)) {
            const place = JSON.stringify([request.account?.id, request.route, key]);
            rounds.set(place, roundOf(place) + 1);
          }
          return refusal(request);
        },
      }));
      const forgetting = patch('idempotency', ({ scope: present }) => ({
        scope(use) {
          const [account] = use.accountId.split('/');
          return `${present(use)} ${roundOf(JSON.stringify([account, use.route, use.key]))}`;
        },
      }));
      return forgetting(counting(behaviour));
    }),
  };
}

/** Remembers only the latest keys of an account that are used in requests of a scope. */
export function keepLatestKeys(count: number, scope: Scope<KeyUse>): Change {
  return change(`remembers the last ${count} keys of an account ${scope.words}`.trimEnd(), (behaviour) => {
    const kept = new Map<string, string[]>();
    const rounds = new Map<string, number>();
    return patch('idempotency', ({ scope: present }) => ({
      scope(use) {
        const place = present(use);
        if (!scope.covers(use)) return place;
        const known = kept.get(use.accountId) ?? [];
        if (!known.includes(place)) {
          rounds.set(place, (rounds.get(place) ?? 0) + 1);
          kept.set(use.accountId, [...known, place].slice(-count));
        }
        return `${place} ${rounds.get(place)}`;
      },
    }))(behaviour);
  });
}
