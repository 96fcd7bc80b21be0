import type { IncomingMessage } from 'node:http';
import { GatewayError } from '../errors/gateway-error.ts';

/** A name or address with an optional port (RFC 3986, host and port). */
const host = /^(\[[0-9a-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(:\d*)?$/i;

/** The refusal (`invalid_request`) of a request that does not name its host once and validly, as RFC 9112, 3.2, asks of HTTP/1.1. */
export function hostProblem(request: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>): GatewayError | undefined {
  const problem = problemOf(request);
  return problem === undefined
    ? undefined
    : new GatewayError('invalid_request', `Host: ${problem}.`, { scope: 'request' });
}

function problemOf({
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>): string | undefined {
  let value: string | undefined;
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = rawHeaders[place];
    if (name?.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (value !== undefined) return 'the header comes more than once';
    value = rawHeaders[place + 1];
  }
  if (value === undefined) return httpVersion === '1.0' ? undefined : 'the header is missing';
  return host.test(value) ? undefined : 'the value is no host with an optional port';
}
