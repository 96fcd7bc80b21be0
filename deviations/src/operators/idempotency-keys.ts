import { canonicalJson, type KeyUse, patch } from '@gateproof/simulator/behaviour';
import { type Change, decide } from '../change.ts';
import type { JsonObject } from '../edits.ts';
import { everywhere, type Scope } from '../scopes.ts';

/** Takes requests of a scope for equal that have equal places. */
export function placeKeys(words: string, place: (use: KeyUse) => unknown, scope: Scope<KeyUse> = everywhere): Change {
  return {
    summary: `knows keys by ${words} ${scope.words}`.trimEnd(),
    apply: patch('idempotency', ({ scope: present }) => ({
      scope: (use) => (scope.covers(use) ? JSON.stringify(place(use)) : present(use)),
    })),
  };
}

/** Reads the keys of requests of a scope otherwise. */
export function readKeys(words: string, read: (key: string) => string, scope: Scope<KeyUse> = everywhere): Change {
  return placeKeys(words, ({ accountId, route, key }) => [accountId, route, read(key)], scope);
}

/** Looks at no key of requests of a scope. */
export function ignoreKeys(scope: Scope<KeyUse>): Change {
  let uses = 0;
  const place = () => {
    uses += 1;
    return uses;
  };
  return { ...placeKeys('nothing', place, scope), summary: `ignores keys ${scope.words}`.trimEnd() };
}

/** Compares bodies under a key by what `read` returns of them. */
export function compareBodies(words: string, read: (body: JsonObject) => unknown): Change {
  return decide('idempotency', `compares ${words}`, { fingerprint: (body) => canonicalJson(read(body as JsonObject)) });
}
