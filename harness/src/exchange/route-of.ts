import type { Exchange } from './exchange.ts';

/** The routes of the contract. */
export type RouteName = 'chat' | 'image' | 'transcription' | 'job' | 'cancel' | 'models' | 'model';

/** Their methods and paths. What a path names is the only group of its pattern. */
export const contractRoutes: readonly (readonly [name: RouteName, method: string, path: RegExp])[] = [
  ['chat', 'POST', /^\/v1\/chat\/completions$/],
  ['image', 'POST', /^\/v1\/images\/generations$/],
  ['transcription', 'POST', /^\/v1\/audio\/transcriptions$/],
  ['job', 'GET', /^\/v1\/jobs\/([^/]+)$/],
  ['cancel', 'POST', /^\/v1\/jobs\/([^/]+)\/cancel$/],
  ['models', 'GET', /^\/v1\/models$/],
  ['model', 'GET', /^\/v1\/models\/(.+)$/],
];

/**
 * The route that a request to the target was sent to; undefined for other paths, other methods and the other sides. A path may be none of the target's
 * where it can't be decoded, or reads a model whose id has no slash: it has no route where it is refused as a fault of the request. A server error under it
 * is the gateway's own answer.
 */
export function routeOf(exchange: Exchange, baseUrl: string): RouteName | undefined {
  const { url, method, contractPath, address = baseUrl } = exchange.request;
  if (!isToTarget(exchange, baseUrl)) return undefined;
  const path = pathOf(contractPath ?? url.slice(address.length));
  return isRefused(exchange) && mayBeUnrouted(path) ? undefined : named(method, path);
}

/** Not served, and not by a failure of the gateway; a request without an answer shows no route. */
function isRefused({ response }: Exchange): boolean {
  return response?.status !== 200 && (response?.status ?? 0) < 500;
}

function mayBeUnrouted(path: string): boolean {
  const hasNoSlash = /^\/v1\/models\/[^/]+$/.test(path) && !/%2F/i.test(path);
  return hasNoSlash || !isDecodable(path);
}

/** Whether a request went to the target itself, at the base URL or at another address of it, and not where a link leads. */
export function isToTarget({ side, request }: Exchange, baseUrl: string): boolean {
  return side === 'request' && request.url.startsWith(request.address ?? baseUrl);
}

/** As `routeOf` where the base URL is not at hand: what follows the first `/v1/` of a route decides. A model may have an id without a slash. */
export function likelyRouteOf(exchange: Exchange): RouteName | undefined {
  const { method } = exchange.request;
  const url = contractUrl(exchange);
  const at = url.search(/\/v1\/(?:chat|images|audio|jobs|models)\b/);
  return exchange.side !== 'request' || at < 0 ? undefined : named(method, pathOf(url.slice(at)));
}

/** The URL of a request; its path of the contract where a profile describes another. */
export function contractUrl({ request }: Exchange): string {
  return request.contractPath ?? request.url;
}

function isDecodable(path: string): boolean {
  return !/%(?![0-9a-f]{2})/i.test(path);
}

function pathOf(rest: string): string {
  return rest.split(/[?#]/, 1)[0] ?? '';
}

function named(method: string, path: string): RouteName | undefined {
  return contractRoutes.find(([, wanted, pattern]) => wanted === method && pattern.test(path))?.[0];
}
