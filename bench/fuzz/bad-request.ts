import { badBody } from './bad-body.ts';
import type { Draw } from './draw.ts';
import { drawRoute } from './fuzz-routes.ts';

/** The account that bad requests are sent in. */
export interface FuzzAccount {
  readonly id: string;
  readonly secret: string;
  /** An account that nothing else is asked of: what is arranged there fails on demand. */
  readonly troubledId: string;
}

/** A request as it goes over the wire. */
export interface WireRequest {
  readonly bytes: Buffer;
  readonly method: string;
  /** Whether it is one request of HTTP/1.1, however bad: just one answer comes, and the connection may stay. */
  readonly isFramed: boolean;
  readonly path: string;
}

const methods: readonly string[] = [
  ...['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'LOCK', 'PURGE', 'SEARCH', 'HEAD'],
];
const paths: readonly string[] = [
  ...[
    '/',
    '//',
    '/v1',
    '/v1/',
    '/v1//models',
    '/V1/models',
    '/v1/models/',
    '/v1/jobs',
    '/v1/jobs//cancel',
    '/v2/models',
  ],
  ...['/%', '/%zz', '/%00', '/v1/%2e%2e/models', '/v1/../v1/models', '/v1/models%00', '/v1/models;x=1', '/_testbed'],
  ...['/_testbed/v1/nothing', '/_files/', '/_files/a/b/c?expires=x', '*', 'http://elsewhere/v1/models', '/v1/models#x'],
  ...[
    `/${'x'.repeat(7_000)}`,
    `/v1/models/${'a/'.repeat(3_000)}`,
    `/v1/models?${'q=1&'.repeat(1_500)}`,
    '/\\',
    '/v1/chat/completions/',
  ],
];
const contentTypes: readonly string[] = [
  ...[
    'application/json',
    'text/plain',
    '',
    'application/json; charset=utf-16',
    'multipart/form-data; boundary=x',
    ';;',
  ],
  ...[
    'application/x-www-form-urlencoded',
    'x',
    'application/json, text/html',
    '/',
    'a'.repeat(300),
    'application/jsonx',
  ],
];
const tokens: readonly string[] = ['', 'x', 'sk-unknown', '\u00e9', 'a b', '"', 'x'.repeat(3_000), '__proto__'];
const keys: readonly string[] = ['', 'k', '\u00ff', ' k ', 'k,k', 'x'.repeat(3_000), '__proto__', '"', '{}'];

/** One bad request, framed as HTTP asks. */
export function badRequest(draw: Draw, account: FuzzAccount): WireRequest {
  const route = drawRoute(draw);
  const method = draw.chance(0.06) ? draw.one(methods) : route.method;
  const path = draw.chance(0.05)
    ? draw.one(paths)
    : route.path(draw, route.isTrouble === true ? account.troubledId : account.id);
  const hasBody = method !== 'GET' || draw.chance(0.1);
  const body = hasBody ? badBody(draw, route.fields) : Buffer.alloc(0);
  const headers = ['Host: localhost', ...authorization(draw, account), ...oddHeaders(draw)];
  if (draw.chance(0.9))
    headers.push(`Content-Type: ${draw.chance(0.85) ? 'application/json' : draw.one(contentTypes)}`);
  if (draw.chance(0.15)) headers.push(`Idempotency-Key: ${draw.one(keys)}`);
  const isChunked = hasBody && draw.chance(0.05);
  if (hasBody) headers.push(isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`);
  const head = `${method} ${path.replaceAll(' ', '%20')} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`;
  return {
    bytes: Buffer.concat([Buffer.from(head, 'latin1'), isChunked ? chunked(draw, body) : body]),
    ...{ method, path, isFramed: true },
  };
}

function authorization(draw: Draw, { secret }: FuzzAccount): readonly string[] {
  const kind = draw.below(100);
  if (kind < 88) return [`Authorization: Bearer ${secret}`];
  if (kind < 91) return [];
  if (kind < 95) return [`Authorization: Bearer ${draw.one(tokens)}`];
  return [`Authorization: ${draw.one(['Basic eDp5', 'Bearer', 'bearer x y', secret, ...tokens])}`];
}

function oddHeaders(draw: Draw): readonly string[] {
  const kind = draw.below(100);
  if (kind < 90) return [];
  if (kind < 92) return ['x-svc-metadata: maybe', 'x-svc-metadata: enabled'];
  if (kind < 94) return ['Content-Encoding: gzip', 'Accept-Encoding: br', 'Accept: text/html'];
  if (kind < 96)
    return [`X-Long: ${'y'.repeat(draw.one([1_000, 6_000]))}`, 'Cookie: \u00ff=\u00fe', 'Range: bytes=5-1'];
  if (kind < 98) return Array.from({ length: draw.below(400) }, (_, n) => `X-Flood-${n}: ${n}`);
  return [
    'X-Forwarded-For: 1.2.3.4, ;;',
    'Forwarded: for="[::',
    'X-Forwarded-Host: \u00e9',
    'Upgrade-Insecure-Requests: x',
  ];
}

function chunked(draw: Draw, body: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const size = 1 + draw.below(Math.max(1, body.length));
    const piece = body.subarray(at, at + size);
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
    at += size;
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')]);
}
