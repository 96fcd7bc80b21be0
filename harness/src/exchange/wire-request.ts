import type { Header, RefusalGround } from './exchange.ts';

/** A request as it is to be written on the wire. */
export interface WireRequest {
  readonly method: string;
  /** Absolute `http:` or `https:` URL. What follows the authority is sent as it stands: no dot segment is resolved, nothing decoded. */
  readonly url: string;
  /** As in `SentRequest`. */
  readonly contractPath?: string;
  /** As in `SentRequest`. */
  readonly address?: string;
  /** As in `SentRequest`. */
  readonly mayFailFor?: RefusalGround;
  /** In the order given; repeats are sent. `Host`, `Content-Length`, `User-Agent` and `Accept-Encoding: identity` are added unless named here. */
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  /** Deadline of the whole exchange, connecting included, in ms; a body that comes in all the while has twice as long. */
  readonly limitMs: number;
  /** How long the body is waited for once its headers have come, in ms; the ending is then `closed`, and what else comes is ignored. Default: as long as the exchange. */
  readonly bodyLimitMs?: number;
  /** Closes the connection when it fires; the ending is then `closed`. */
  readonly signal?: AbortSignal;
  /** Closes the connection after so many SSE events have arrived; the ending is then `closed`. */
  readonly closeAfterEvents?: number;
  /** The body is written in pieces of so many bytes, a moment apart. Default: whole, or in pieces of 64 KiB, one right after the other, when it is larger. */
  readonly pieceBytes?: number;
  /** A connection of its own is opened for it. Default: a kept one serves where there is one. */
  readonly ownConnection?: boolean;
}

/** Where a request goes, and what stands in its request line. */
export interface Destination {
  readonly secure: boolean;
  readonly hostname: string;
  readonly port: number;
  /** Value of the `Host` header. */
  readonly authority: string;
  readonly path: string;
}

/**
 * Splits an absolute URL without normalising its path. Throws `TypeError` for anything but an absolute http(s) URL.
 * Blanks, control characters and characters outside ASCII can't stand in a request line; those alone are percent-encoded.
 */
export function destinationOf(url: string): Destination {
  const parts = /^(https?):\/\/([^/?#]+)([^#]*)/i.exec(url);
  const [, scheme, authority, rest] = parts ?? [];
  if (scheme === undefined || authority === undefined || rest === undefined) {
    throw new TypeError(`cannot send a request to ${JSON.stringify(url)}: wanted an absolute http or https URL`);
  }
  const { hostname, port } = new URL(`${scheme}://${authority}`);
  const secure = scheme.toLowerCase() === 'https';
  return {
    secure,
    hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (secure ? 443 : 80) : Number(port),
    authority: authority.replace(/^.*@/, ''),
    path: sendablePath(rest.startsWith('/') ? rest : `/${rest}`),
  };
}

/** The headers that are sent: those given, after the ones that HTTP needs and one that keeps bodies plain. A value above U+00FF is sent as its UTF-8 bytes. */
export function sentHeaders(request: Pick<WireRequest, 'method' | 'headers' | 'body'>, authority: string): Header[] {
  const given = new Set(request.headers.map(([name]) => name.toLowerCase()));
  const headers: Header[] = [];
  if (!given.has('host')) headers.push(['Host', authority]);
  if (!given.has('user-agent')) headers.push(['User-Agent', 'gateproof']);
  // Without it any coding of the body would be in order (RFC 9110, 12.5.3).
  if (!given.has('accept-encoding')) headers.push(['Accept-Encoding', 'identity']);
  for (const [name, value] of request.headers) headers.push([name, sendableValue(value)]);
  const bodied = request.body.length > 0 || !['GET', 'HEAD', 'OPTIONS', 'DELETE'].includes(request.method);
  if (bodied && !given.has('content-length') && !given.has('transfer-encoding')) {
    headers.push(['Content-Length', String(request.body.length)]);
  }
  return headers;
}

function sendablePath(path: string): string {
  return path.replace(/[^\u0021-\u007e]/gu, (character) => encodeURIComponent(character.toWellFormed()));
}

function sendableValue(value: string): string {
  return /[\u0100-\uffff]/.test(value) ? Buffer.from(value, 'utf8').toString('latin1') : value;
}
