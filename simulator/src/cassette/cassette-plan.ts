import { isDeepStrictEqual } from 'node:util';
import type { Cassette, CassetteExchange, CassetteRequest } from '@gateproof/spec';
import { type Difference, firstDifference } from './first-difference.ts';

/** What becomes of a request: a recorded answer, or none, with a sentence on the exchange that nearly fitted. */
export type CassetteTaken =
  | { readonly kind: 'exchange'; readonly exchange: CassetteExchange }
  | { readonly kind: 'unmatched'; readonly nearest: string };

interface Entry {
  readonly exchange: CassetteExchange;
  /** How a report names it. */
  readonly name: string;
  readonly route: string;
}

/** A cassette that is being played, to several clients at once: what one of them had does not count for another. */
export class CassettePlan {
  readonly #entries: readonly Entry[];
  readonly #played = new WeakMap<object, Set<CassetteExchange>>();

  /** It must have been checked. */
  constructor({ exchanges }: Cassette) {
    this.#entries = exchanges.map((exchange, place) => ({
      exchange,
      name: `exchange ${place + 1}`,
      route: routeText(exchange.request),
    }));
  }

  /** Of the exchanges that fit the request the first that this client has not had yet, or else the last. */
  take(client: object, request: CassetteRequest): CassetteTaken {
    const route = routeText(request);
    const sameRoute = this.#entries.filter((entry) => entry.route === route);
    const fitting = sameRoute.map(({ exchange }) => exchange).filter((exchange) => fits(exchange.request, request));
    const played = this.#played.get(client) ?? new Set();
    this.#played.set(client, played);
    const exchange = fitting.find((one) => !played.has(one)) ?? fitting.at(-1);
    if (exchange === undefined) return { kind: 'unmatched', nearest: nearestOf(sameRoute, request, route) };
    played.add(exchange);
    return { kind: 'exchange', exchange };
  }
}

function fits(recorded: CassetteRequest, request: CassetteRequest): boolean {
  return recorded.json === undefined || isDeepStrictEqual(recorded.json, request.json);
}

/** Method and path in one spelling: letters that need no percent-encoding without it, the query in order. */
function routeText({ method, path }: CassetteRequest): string {
  const { pathname, searchParams } = new URL(path, 'http://cassette');
  searchParams.sort();
  const query = searchParams.size === 0 ? '' : `?${searchParams}`;
  return `${method} ${decoded(pathname)}${query}`;
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** The exchange whose body differs latest, which is the one that a reader means. */
function nearestOf(sameRoute: readonly Entry[], { json }: CassetteRequest, route: string): string {
  const differing = sameRoute.flatMap(({ name, exchange }) => {
    const difference = firstDifference(exchange.request.json, json);
    return difference === undefined ? [] : [{ name, difference }];
  });
  const [nearest] = differing.toSorted((one, other) => depthOf(other.difference) - depthOf(one.difference));
  if (nearest === undefined) return `None is for ${route}.`;
  const { place, wanted, seen } = nearest.difference;
  return `The nearest is ${nearest.name}: its ${place} is ${shown(wanted)}, the request's is ${shown(seen)}.`;
}

function depthOf({ place }: Difference): number {
  return place.split(/[.[]/).length;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
