import { canonicalJson, type KeyUse, type SeenRequest } from '@gateproof/simulator/behaviour';
import { afterwards, beforehand, type Change, decide, overrule, remembering } from '../change.ts';
import type { JsonObject } from '../edits/fields.ts';
import { idempotencyKeyOf } from '../requests/seen.ts';
import { at, everywhere, type Scope, where } from '../scopes/requests.ts';

/** Takes requests of a scope for equal that have equal places. */
export const placeKeys = (words: string, place: (use: KeyUse) => unknown, scope: Scope<KeyUse> = everywhere): Change =>
  overrule('idempotency.scope', `knows keys by ${words} ${scope.words}`, (present, use) =>
    scope.covers(use) ? JSON.stringify(place(use)) : present(use),
  );

/** Reads the keys of requests of a scope otherwise. */
export const readKeys = (words: string, read: (key: string) => string, scope: Scope<KeyUse> = everywhere): Change =>
  placeKeys(words, ({ accountId, route, key }) => [accountId, route, read(key)], scope);

/** Looks at no key of requests of a scope. */
export function ignoreKeys(scope: Scope<KeyUse>): Change {
  let uses = 0;
  const place = () => {
    uses += 1;
    return uses;
  };
  return { ...placeKeys('nothing', place, scope), summary: `ignores keys ${scope.words}` };
}

/** Looks at no key of requests to a route while another under the key runs there, or one of another body. */
export const ignoreOverlapping = (route: string, other: 'any' | 'of another body' = 'any'): Change =>
  remembering(() => {
    const open = new Map<string, readonly string[]>();
    const change = (request: SeenRequest, of: (bodies: readonly string[], body: string) => readonly string[]) => {
      const key = idempotencyKeyOf(request);
      if (request.route === route && key !== undefined)
        open.set(key, of(open.get(key) ?? [], canonicalJson(request.body)));
    };
    const isOverlap = ({ key }: KeyUse) => {
      const bodies = open.get(key) ?? [];
      return (other === 'any' ? bodies.length : new Set(bodies).size) > 1;
    };
    return [
      afterwards('', (request) => void change(request, (all, body) => all.toSpliced(all.indexOf(body), 1))),
      beforehand('', (request) => void change(request, (all, body) => [...all, body])),
      ignoreKeys(where(at(route), `while another runs (${other})`, isOverlap)),
    ];
  });

/** Takes the keys of requests of a scope for those of the account whose request under the same key is running. */
export const shareOverlapping = (scope: Scope<{ readonly route: string }>): Change =>
  remembering(() => {
    const open = new Map<string, readonly string[]>();
    const change = (request: SeenRequest, of: (ids: readonly string[], id: string) => readonly string[]) => {
      const key = idempotencyKeyOf(request);
      if (scope.covers(request) && key !== undefined && request.account !== undefined)
        open.set(key, of(open.get(key) ?? [], request.account.id));
    };
    return [
      afterwards('', (request) => void change(request, (all, id) => all.toSpliced(all.indexOf(id), 1))),
      beforehand('', (request) => void change(request, (all, id) => [...all, id])),
      placeKeys(
        'route and key while one runs',
        ({ accountId, route, key }) => [open.get(key)?.[0] ?? accountId, route, key],
        scope,
      ),
    ];
  });

/** Compares bodies under a key by what `read` returns of them. */
export const compareBodies = (words: string, read: (body: JsonObject) => unknown): Change =>
  decide('idempotency', `compares ${words}`, { fingerprint: (body) => canonicalJson(read(body as JsonObject)) });
