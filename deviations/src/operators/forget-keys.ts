import type { KeyUse } from '@gateproof/simulator/behaviour';
import { beforehand, type Change, overrule, remembering, together } from '../change.ts';
import { by, idempotencyKeyOf } from '../requests/seen.ts';
import type { Repeat } from '../scopes/repeats.ts';
import type { Scope } from '../scopes/requests.ts';
import { withHistory } from './refused.ts';

const placeOf = by('account', 'route', 'key');

/** Takes the keys of requests of a scope that come again so for new ones. */
export const forgetKeys = (scope: Scope, { words, holds }: Repeat): Change =>
  withHistory((history) => {
    const rounds = new Map<string, number>();
    return together(
      beforehand('', (request) => {
        const isKeyed = idempotencyKeyOf(request) !== undefined && scope.covers(request);
        if (!isKeyed || !holds(history.before(request), request)) return;
        const place = placeOf(request);
        rounds.set(place, (rounds.get(place) ?? 0) + 1);
      }),
      overrule('idempotency.scope', `forgets keys ${scope.words} ${words}`, (present, use) => {
        const [account] = use.accountId.split('/');
        return `${present(use)} ${rounds.get(JSON.stringify([account, use.route, use.key])) ?? 0}`;
      }),
    );
  });

/** Remembers only the latest keys of an account that are used in requests of a scope. */
export const keepLatestKeys = (count: number, { words, covers }: Scope<KeyUse>): Change =>
  remembering((kept = new Map<string, readonly string[]>(), rounds = new Map<string, number>()) =>
    overrule('idempotency.scope', `remembers the last ${count} keys of an account ${words}`, (present, use) => {
      const place = present(use);
      if (!covers(use)) return place;
      const known = kept.get(use.accountId) ?? [];
      if (known.includes(place)) return `${place} ${rounds.get(place)}`;
      kept.set(use.accountId, [...known, place].slice(-count));
      rounds.set(place, (rounds.get(place) ?? 0) + 1);
      return `${place} ${rounds.get(place)}`;
    }),
  );
