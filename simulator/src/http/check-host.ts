import type { IncomingMessage } from 'node:http';
import { GatewayError } from '../errors/gateway-error.ts';

/** A name or address with an optional port (RFC 3986, host and port). */
const host = /^(\[[0-9a-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(:\d*)?$/i;

/** Throws `invalid_request` unless the request names its host once and validly, as RFC 9112, 3.2, asks of HTTP/1.1. */
export function checkHost({ rawHeaders, httpVersion }: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>): void {
  const values = rawHeaders.filter((_, place) => place % 2 === 1 && rawHeaders[place - 1]?.toLowerCase() === 'host');
  const problem = problemOf(values, httpVersion);
  if (problem !== undefined) throw new GatewayError('invalid_request', `Host: ${problem}.`, { scope: 'request' });
}

function problemOf(values: readonly string[], httpVersion: string): string | undefined {
  const [value] = values;
  if (value === undefined) return httpVersion === '1.0' ? undefined : 'the header is missing';
  if (values.length > 1) return 'the header comes more than once';
  return host.test(value) ? undefined : 'the value is no host with an optional port';
}
