import type { Exchange } from '../exchange/exchange.ts';
import type { Feature } from './feature.ts';

/** The rules that speak of what a failing endpoint leads to. */
export const endpointRules: readonly string[] = [
  'error.upstream.',
  'fallback.exhausted.',
  'media.failure.',
  'stream.early.unreachable',
  'stream.early.server-error',
  'stream.early.empty',
  'stream.early.error-event',
  'stream.early.timeout',
];

/** Statuses that mean something else when the gateway itself sends them. */
const aboutTheClient: ReadonlySet<number> = new Set([401, 402, 403, 404]);

/** What an endpoint answers about the gateway is not passed on as if it were about the client. */
export const endpointErrors: Feature = {
  id: 'endpoint-errors',
  sentence: () => 'Errors of endpoints are relayed under their own status, as if they were about the client.',
  rules: endpointRules,
  works: (exchanges) =>
    exchanges.some(({ response }) => response?.status === 502) &&
    statusesOf(exchanges, 'upstream').some(isAboutTheClient),
  missing: (exchanges) => {
    const upstream = new Set(statusesOf(exchanges, 'upstream').filter(isAboutTheClient));
    return exchanges.filter(({ side, response }) => side === 'request' && upstream.has(response?.status ?? 0));
  },
};

function isAboutTheClient(status: number): boolean {
  return aboutTheClient.has(status);
}

function statusesOf(exchanges: readonly Exchange[], side: Exchange['side']): readonly number[] {
  return exchanges.flatMap((exchange) => (exchange.side === side ? (exchange.response?.status ?? []) : []));
}
