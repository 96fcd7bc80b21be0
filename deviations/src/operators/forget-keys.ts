import type { KeyUse } from '@gateproof/simulator/behaviour';
import { type Change, overrule, remembering, together } from '../change.ts';
import { idempotencyKeyOf } from '../requests/seen.ts';
import type { Repeat } from '../scopes/repeats.ts';
import type { Scope } from '../scopes/requests.ts';
import { beforehand } from './exchanges.ts';
import { withHistory } from './key-history.ts';

/** Takes the keys of requests of a scope that come again so for new ones. */
export const forgetKeys = (scope: Scope, { words, holds }: Repeat): Change =>
  withHistory((history) => {
    const rounds = new Map<string, number>();
    const roundOf = (place: string) => rounds.get(place) ?? 0;
    const counting = beforehand('', (request) => {
      const key = idempotencyKeyOf(request);
      if (key === undefined || !scope.covers(request) || !holds(history.before(request), request)) return;
      const place = JSON.stringify([request.account?.id, request.route, key]);
      rounds.set(place, roundOf(place) + 1);
    });
    const forgetting = overrule('idempotency.scope', `forgets keys ${scope.words} ${words}`, (present, use) => {
      const [account] = use.accountId.split('/');
      return `${present(use)} ${roundOf(JSON.stringify([account, use.route, use.key]))}`;
    });
    return together(counting, forgetting);
  });

/** Remembers only the latest keys of an account that are used in requests of a scope. */
export const keepLatestKeys = (count: number, { words, covers }: Scope<KeyUse>): Change =>
  remembering((kept = new Map<string, string[]>(), rounds = new Map<string, number>()) =>
    overrule('idempotency.scope', `remembers the last ${count} keys of an account ${words}`, (present, use) => {
      const place = present(use);
      if (!covers(use)) return place;
      const known = kept.get(use.accountId) ?? [];
      if (!known.includes(place)) {
        rounds.set(place, (rounds.get(place) ?? 0) + 1);
        kept.set(use.accountId, [...known, place].slice(-count));
      }
      return `${place} ${rounds.get(place)}`;
    }),
  );
