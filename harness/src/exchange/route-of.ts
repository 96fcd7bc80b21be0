import type { Exchange } from './exchange.ts';

/** The routes of the contract. */
export type RouteName = 'chat' | 'image' | 'transcription' | 'job' | 'cancel' | 'models' | 'model';

const routes: readonly (readonly [name: RouteName, method: string, path: RegExp])[] = [
  ['chat', 'POST', /^\/v1\/chat\/completions$/],
  ['image', 'POST', /^\/v1\/images\/generations$/],
  ['transcription', 'POST', /^\/v1\/audio\/transcriptions$/],
  ['job', 'GET', /^\/v1\/jobs\/[^/]+$/],
  ['cancel', 'POST', /^\/v1\/jobs\/[^/]+\/cancel$/],
  ['models', 'GET', /^\/v1\/models$/],
  // An id has a slash; whether a path without one is of this route is not told.
  ['model', 'GET', /^\/v1\/models\/.+(\/|%2F).+$/i],
];

/** The route that a request to the target was sent to; undefined for other paths, other methods and the other sides. */
export function routeOf(exchange: Exchange, baseUrl: string): RouteName | undefined {
  const { url, method } = exchange.request;
  if (exchange.side !== 'request' || !url.startsWith(baseUrl)) return undefined;
  return named(method, url.slice(baseUrl.length));
}

/** As `routeOf` where the base URL is not at hand: what follows the last `/v1/` decides. A model may have an id without a slash. */
export function likelyRouteOf(exchange: Exchange): RouteName | undefined {
  const { url, method } = exchange.request;
  const at = url.search(/\/v1\/(?:chat|images|audio|jobs|models)\b/);
  if (exchange.side !== 'request' || at < 0) return undefined;
  const path = url.slice(at);
  return named(method, path) ?? (method === 'GET' && /^\/v1\/models\/[^/]+$/.test(path) ? 'model' : undefined);
}

function named(method: string, rest: string): RouteName | undefined {
  const path = rest.split(/[?#]/, 1)[0] ?? '';
  return routes.find(([, wanted, pattern]) => wanted === method && pattern.test(path))?.[0];
}
