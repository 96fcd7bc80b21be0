import { Disturbed } from '../check/setup-failed.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { likelyRouteOf, type RouteName } from '../exchange/route-of.ts';
import { disturbanceOf } from './disturbance-of.ts';

/** Clocks of the two sides of a target may differ so much, in ms. */
const slackMs = 5;

/** What a case is about, and what goes on in it beside its recorded exchanges. */
interface CaseSurroundings {
  /** It set a limit. */
  readonly limitsExpected?: boolean;
  /** Another exchange has begun and may have called an endpoint. */
  readonly isUnderWay?: boolean;
  /** Exchanges in whose place another was sent. */
  readonly superseded?: ReadonlySet<string>;
}

/**
 * What came of a case that did not hold: the trouble itself, or `Disturbed` where the check found its exchange disturbed, or a request met
 * something from outside. A case that is about limits (it set one, or its endpoint answered with one) is not disturbed by them, and a request that
 * reached an endpoint was let in: what it was answered is the target's answer.
 */
export function disturbanceBehind(
  trouble: Error,
  exchanges: readonly Exchange[],
  { limitsExpected = false, isUnderWay = false, superseded = new Set() }: CaseSurroundings = {},
): Error {
  const isLetIn = (id: string | undefined) => !isUnderWay && reachedEndpoint(id, exchanges);
  const aboutLimits = isAboutLimits(exchanges, limitsExpected);
  if (trouble instanceof Disturbed) {
    const { message, exchange, otherwise, status } = trouble;
    if (status === undefined) return trouble;
    if (isLetIn(exchange)) return otherwise;
    return aboutLimits ? new Disturbed(message, { exchange, otherwise }) : trouble;
  }
  for (const exchange of exchanges) {
    const found = exchange.side === 'request' && !superseded.has(exchange.id) ? disturbanceOf(exchange) : undefined;
    if (found === undefined) continue;
    if (found.status !== undefined && (aboutLimits || isLetIn(exchange.id))) continue;
    const { what, ...rest } = found;
    return new Disturbed(what, { exchange: exchange.id, otherwise: trouble, ...rest });
  }
  return trouble;
}

/** True for a case that set a limit, or whose endpoint answered with one. */
export function isAboutLimits(exchanges: readonly Exchange[], limitsExpected: boolean): boolean {
  return limitsExpected || exchanges.some(isLimitOfEndpoint);
}

function isLimitOfEndpoint({ side, response }: Exchange): boolean {
  return side === 'upstream' && (response?.status === 429 || response?.status === 503);
}

/**
 * True when an endpoint was called for the request: while it was under way, as its route calls endpoints, and no other request was that may have called it. A job that was
 * accepted before may call its endpoint at any time.
 */
function reachedEndpoint(id: string | undefined, exchanges: readonly Exchange[]): boolean {
  const request = exchanges.find((exchange) => exchange.id === id);
  if (request === undefined || !mayCallEndpoint(request)) return false;
  const others = exchanges.filter((other) => other !== request && other.side === 'request');
  if (others.some((other) => isDuring(other.request.atMs, request) || isDuring(request.request.atMs, other)))
    return false;
  const isOfJob = others.some((other) => hasBegunJob(other, request)) ? isMediaCall : () => false;
  return exchanges.some((call) => call.side === 'upstream' && isDuring(call.request.atMs, request) && !isOfJob(call));
}

const submissions: ReadonlySet<RouteName> = new Set(['image', 'transcription']);

/** True for requests on whose account an endpoint is called at once. */
export function mayCallEndpoint(exchange: Exchange): boolean {
  const route = likelyRouteOf(exchange);
  return route === 'chat' || (route !== undefined && submissions.has(route));
}

function hasBegunJob(exchange: Exchange, before: Exchange): boolean {
  const route = likelyRouteOf(exchange);
  const isAccepted = (exchange.response?.status ?? 0) < 300;
  return isAccepted && route !== undefined && submissions.has(route) && exchange.request.atMs < before.request.atMs;
}

function isMediaCall({ request }: Exchange): boolean {
  return !request.url.includes('/chat/');
}

function isDuring(atMs: number, { request, endedAtMs }: Exchange): boolean {
  return atMs >= request.atMs - slackMs && atMs <= endedAtMs + slackMs;
}
