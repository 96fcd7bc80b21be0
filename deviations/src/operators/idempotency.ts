import { canonicalJson, type KeyUse, type SeenRequest } from '@gateproof/simulator/behaviour';
import { afterwards, beforehand, type Change, decide, overrule, remembering } from '../change.ts';
import type { JsonObject } from '../edits/fields.ts';
import { counting, idempotencyKeyOf } from '../requests/seen.ts';
import { at, everywhere, type Routed, type Scope, where } from '../scopes/requests.ts';

/** Takes requests of a scope for equal that have equal places. */
export const placeKeys = (words: string, place: (use: KeyUse) => unknown, scope: Scope<KeyUse> = everywhere): Change =>
  overrule('idempotency.scope', `knows keys by ${words} ${scope.words}`, (present, use) =>
    scope.covers(use) ? JSON.stringify(place(use)) : present(use),
  );

/** Reads the keys of requests of a scope otherwise. */
export const readKeys = (words: string, read: (key: string) => string, scope: Scope<KeyUse> = everywhere): Change =>
  placeKeys(words, ({ accountId, route, key }) => [accountId, route, read(key)], scope);

/** Looks at no key of requests of a scope. */
export const ignoreKeys = (scope: Scope<KeyUse>): Change => ({
  ...remembering((count = counting()) => placeKeys('nothing', () => count(), scope)),
  summary: `ignores keys ${scope.words}`,
});

type OpenUnder = (key: string) => readonly string[];
type Noted = (request: SeenRequest) => string | undefined;

/** A change that knows of each key what the requests of a scope are that run under it, each by its value. */
const knowingOpen = (scope: Scope, noted: Noted, make: (openUnder: OpenUnder) => Change): Change =>
  remembering((open = new Map<string, readonly string[]>()) => {
    const openUnder = (key: string) => open.get(key) ?? [];
    const change = (request: SeenRequest, of: (values: readonly string[], value: string) => readonly string[]) => {
      const [key, value] = [idempotencyKeyOf(request), noted(request)];
      if (scope.covers(request) && key !== undefined && value !== undefined) open.set(key, of(openUnder(key), value));
    };
    return [
      afterwards('', (request) => void change(request, (all, value) => all.toSpliced(all.indexOf(value), 1))),
      beforehand('', (request) => void change(request, (all, value) => [...all, value])),
      make(openUnder),
    ];
  });

/** Looks at no key of requests to a route while another under the key runs there, or one of another body. */
export const ignoreOverlapping = (route: string, other: 'any' | 'of another body' = 'any'): Change =>
  knowingOpen(
    at(route),
    ({ body }) => canonicalJson(body),
    (openUnder) => {
      const isOverlap = ({ key }: KeyUse) =>
        (other === 'any' ? openUnder(key).length : new Set(openUnder(key)).size) > 1;
      return ignoreKeys(where(at(route), `while another runs (${other})`, isOverlap));
    },
  );

/** Takes the keys of requests of a scope for those of the account whose request under the same key is running. */
export const shareOverlapping = (scope: Scope<Routed>): Change =>
  knowingOpen(
    scope,
    ({ account }) => account?.id,
    (openUnder) =>
      placeKeys(
        'route and key while one runs',
        ({ accountId, route, key }) => [openUnder(key)[0] ?? accountId, route, key],
        scope,
      ),
  );

/** Lets submissions take a while, in which others can come. */
export const takeSubmissions = (waitMs: number): Change =>
  decide('jobs', `takes ${waitMs} ms for submissions`, { submissionWaitMs: waitMs });

/** Compares bodies under a key by what `read` returns of them. */
export const compareBodies = (words: string, read: (body: JsonObject) => unknown): Change =>
  decide('idempotency', `compares ${words}`, { fingerprint: (body) => canonicalJson(read(body as JsonObject)) });
