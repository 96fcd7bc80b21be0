import { limitOf } from '@gateproof/spec';
import type { Exchange } from '../exchange/exchange.ts';
import { likelyRouteOf } from '../exchange/route-of.ts';
import { isAccepted, requestObjectOf } from './answers.ts';
import type { Feature } from './feature.ts';

/** The models of the list `models` are asked when the first can't serve. */
export const fallbackModels: Feature = {
  id: 'fallback-models',
  sentence: () => '`models` is ignored: when the requested model fails, no other is asked.',
  rules: ['fallback.', 'stream.failover.fallback-model'],
  works: (exchanges) =>
    exchanges.some((exchange) => isAccepted(exchange) && listsOthers(exchange) && askedFor(exchange, exchanges) > 1),
  missing: (exchanges) =>
    exchanges.filter((exchange) => isTooLong(exchange) || (listsOthers(exchange) && endedWithOne(exchange, exchanges))),
};

/** A list of more models than may be listed was not looked at either. */
function isTooLong(exchange: Exchange): boolean {
  return isAccepted(exchange) && modelsOf(exchange).length > limitOf('fallback models');
}

/** One model at most was seen to be asked for the request, and it did not serve: what refuses connections is not seen. */
function endedWithOne(exchange: Exchange, exchanges: readonly Exchange[]): boolean {
  const failed = callsFor(exchange, exchanges).some(({ response }) => response === undefined || response.status >= 500);
  return askedFor(exchange, exchanges) <= 1 && (isJob(exchange) ? failed : isServerError(exchange));
}

/** How many models the target asked for a request, by their names or by where they are. */
function askedFor(exchange: Exchange, exchanges: readonly Exchange[]): number {
  const named = new Set([requestObjectOf(exchange)?.model, ...modelsOf(exchange)]);
  const calls = callsFor(exchange, exchanges).map((call) => requestObjectOf(call)?.model ?? call.request.url);
  const listed = calls.filter((model) => named.has(model));
  return new Set(listed.length > 0 ? listed : calls).size;
}

/** Jobs call their endpoints after they were answered. */
function callsFor(exchange: Exchange, exchanges: readonly Exchange[]): readonly Exchange[] {
  const endsMs = isJob(exchange) ? Number.POSITIVE_INFINITY : exchange.endedAtMs;
  return exchanges.filter(
    ({ side, request: { atMs } }) => side === 'upstream' && atMs >= exchange.request.atMs && atMs <= endsMs,
  );
}

function isJob(exchange: Exchange): boolean {
  return isAccepted(exchange) && likelyRouteOf(exchange) !== 'chat';
}

function isServerError({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 500;
}

function listsOthers(exchange: Exchange): boolean {
  const { model } = requestObjectOf(exchange) ?? {};
  return modelsOf(exchange).some((other) => other !== model);
}

function modelsOf(exchange: Exchange): readonly unknown[] {
  const models = likelyRouteOf(exchange) === undefined ? undefined : requestObjectOf(exchange)?.models;
  return Array.isArray(models) ? models : [];
}
