import type { Exchange } from '../exchange/exchange.ts';
import { mediaTypeOf } from '../exchange/headers.ts';
import { jsonOf } from '../exchange/json-of.ts';
import { certificateTrouble } from './certificate-trouble.ts';

/** Longest wait for the first answer of a target, in ms. */
export const reachLimitMs = 10_000;

/** Thrown when a target can't be reached at all: one line that says why. */
export class UnreachableError extends Error {
  override readonly name: string = 'UnreachableError';
  readonly fault = 'unreachable';
}

/** Sends one request to a base URL, or to the same one with the other scheme. */
export type Probe = (baseUrl: string, limitMs: number) => Promise<Exchange>;

/**
 * Sends one request to see whether anything speaks HTTP there; what it says does not matter. Throws `UnreachableError` that says what is there instead, and
 * what to do. `first`: the exchange with the base URL where there was one already.
 */
export async function reach(baseUrl: string, probe: Probe, first?: Exchange): Promise<void> {
  const exchange = first ?? (await probe(baseUrl, reachLimitMs));
  if (exchange.response !== undefined && !isRefusedScheme(exchange)) return;
  const certificate = certificateTrouble(exchange.code);
  if (certificate !== undefined) throw new UnreachableError(`the certificate of ${baseUrl} ${certificate}`);
  if (mayBeOtherScheme(exchange)) {
    const other = otherScheme(baseUrl);
    const answered = await probe(other, reachLimitMs);
    if (answered.response !== undefined || certificateTrouble(answered.code) !== undefined) {
      const speaks = other.startsWith('https:') ? 'HTTPS' : 'plain HTTP';
      throw new UnreachableError(`${baseUrl} speaks ${speaks} at that port; did you mean ${other}?`);
    }
  }
  const why = whyNot(baseUrl, exchange);
  if (why !== undefined) throw new UnreachableError(why);
}

/** Undefined for a target that closes connections: it is there, and the smoke test says what it is worth. */
function whyNot(baseUrl: string, { ending, trouble, code }: Exchange): string | undefined {
  const why = trouble === undefined ? '' : ` (${trouble})`;
  if (code === 'ENOTFOUND') return `there is no host ${new URL(baseUrl).hostname}; is the URL right?`;
  switch (ending) {
    case 'refused':
      return `cannot connect to ${baseUrl}${why}; is the gateway running, and is the URL right?`;
    case 'timeout':
      return `${baseUrl} did not answer within ${reachLimitMs / 1000} s`;
    case 'malformed':
      return `${baseUrl} does not speak HTTP${why}; is the port right?`;
    default:
      return undefined;
  }
}

/** Servers refuse plain HTTP at a port for TLS with a 400 that is no answer of an API. */
function isRefusedScheme(exchange: Exchange): boolean {
  const { request, response } = exchange;
  if (response?.status !== 400 || !request.url.startsWith('http:')) return false;
  return mediaTypeOf(exchange) !== 'application/json' && !jsonOf(exchange).ok;
}

const isNowhere: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Something was there, and neither side understood the other. */
function mayBeOtherScheme({ code = '' }: Exchange): boolean {
  return !isNowhere.has(code);
}

/** The same address with the other scheme: the port stays. */
function otherScheme(baseUrl: string): string {
  const url = new URL(baseUrl);
  const isSecure = url.protocol === 'https:';
  const port = url.port === '' ? (isSecure ? '443' : '80') : url.port;
  return `${isSecure ? 'http' : 'https'}://${url.hostname}:${port}${url.pathname.replace(/\/$/, '')}`;
}
