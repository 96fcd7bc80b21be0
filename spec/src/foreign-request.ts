import type { IncomingHttpHeaders } from 'node:http';
import { isLoopbackHost } from './loopback.ts';

/** What a tunnel or a proxy on this machine adds to what it passes on. */
const passedOn = ['forwarded', 'x-forwarded-for', 'x-forwarded-host'];

/**
 * What shows that a request to a server of this machine comes from elsewhere, in words; undefined: nothing. A page in a browser reaches it under a name
 * of its own (DNS rebinding) or across sites, and a tunnel brings in whoever finds it.
 */
export function foreignRequest(headers: IncomingHttpHeaders): string | undefined {
  const { host = '', origin, 'sec-fetch-site': site } = headers;
  if (!isLoopbackHost(host)) return `it came under the host '${host}'; call 127.0.0.1 or localhost`;
  if (site === 'cross-site' || (origin !== undefined && !isLoopbackOrigin(origin)))
    return `it came from a page of another site (Origin '${origin}')`;
  const added = passedOn.find((name) => headers[name] !== undefined);
  return added === undefined ? undefined : `a proxy or tunnel passed it on (${added})`;
}

function isLoopbackOrigin(origin: string): boolean {
  return URL.canParse(origin) && isLoopbackHost(new URL(origin).host);
}
