import { badRequest, type FuzzAccount, type WireRequest } from './bad-request.ts';
import type { Draw } from './draw.ts';

type Make = (draw: Draw, sound: Buffer) => Buffer;

const start = 'POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\n';
const text =
  (value: string): Make =>
  () =>
    Buffer.from(value, 'latin1');

/** What is no single request of HTTP: broken lines, lengths and chunks, floods, several at once, an end too early. */
const kinds: readonly Make[] = [
  text('HELLO\r\n\r\n'),
  text('GET\r\n\r\n'),
  text('GET /v1/models HTTP/9.9\r\nHost: x\r\n\r\n'),
  text('get /v1/models HTTP/1.1\r\nHost: x\r\n\r\n'),
  text('GET /v1/models\r\n\r\n'),
  text('NONSENSE /v1/models HTTP/1.1\r\nHost: x\r\n\r\n'),
  text('CONNECT elsewhere:443 HTTP/1.1\r\nHost: elsewhere:443\r\n\r\n'),
  text('GET /v1/models HTTP/1.1\r\n\r\n'),
  text('GET /v1/models HTTP/1.0\r\n\r\n'),
  text('GET /v1/models HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n'),
  text(`${start}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`),
  text('GET /v1/models HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
  text('GET /v1/models HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n'),
  text('GET /v1/models HTTP/1.1\r\nHost: x\r\nA\r\n\r\n'),
  text('GET /v1/models HTTP/1.1\r\nHost: x\r\nA: \u0000\r\n\r\n'),
  text('GET /v1/models HTTP/1.1\r\n A: folded\r\n\r\n'),
  text('GET /v1/mod els HTTP/1.1\r\nHost: x\r\n\r\n'),
  text('GET /v1/\u0000 HTTP/1.1\r\nHost: x\r\n\r\n'),
  text('GET /v1/\u00e9\u00ff HTTP/1.1\r\nHost: x\r\n\r\n'),
  text('GET v1/models HTTP/1.1\r\nHost: x\r\n\r\n'),
  text('GET /v1/models HTTP/1.1\nHost: x\n\n'),
  text('\u0016\u0003\u0001\u0002\u0000\u0001\u0000'),
  text('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  text(`${start}Content-Length: -1\r\n\r\n`),
  text(`${start}Content-Length: x\r\n\r\n`),
  text(`${start}Content-Length: 99999999999999999999\r\n\r\n{}`),
  text(`${start}Content-Length: 5000000000\r\n\r\n{}`),
  text(`${start}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x`),
  text(`${start}Content-Length: 50\r\n\r\n{}`),
  text(`${start}Content-Length: 1\r\n\r\n{}GARBAGE\r\n\r\n`),
  text(`${start}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`),
  text(`${start}Transfer-Encoding: gzip\r\n\r\n{}`),
  text(`${start}Transfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n`),
  text(`${start}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}`),
  text(`${start}Transfer-Encoding: chunked\r\n\r\n2;${'e'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
  text(`${start}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nTrailer: x\r\n\r\n`),
  text(`GET /v1/models HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(100_000)}\r\n\r\n`),
  text(`GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`),
  text(`GET /v1/models HTTP/1.1\r\n${'A: b\r\n'.repeat(20_000)}\r\n`),
  text(`GET /v1/models HTTP/1.1\r\nHost: x\r\n${'X: y\r\n'.repeat(2_100)}\r\n`),
  text('\r\n'.repeat(50)),
  text(''),
  (draw, sound) => sound.subarray(0, draw.below(sound.length)),
  (draw, sound) => Buffer.concat([sound, draw.bytes(1 + draw.below(200))]),
  (_draw, sound) => Buffer.concat([sound, sound, sound]),
  (draw) => draw.bytes(draw.below(400)),
  (draw, sound) => {
    const bytes = Buffer.from(sound);
    for (let flip = 0; flip < 3; flip += 1) bytes[draw.below(Math.min(120, bytes.length))] = draw.below(256);
    return bytes;
  },
];

/** Bytes that need a connection of their own. */
export function brokenRequest(draw: Draw, account: FuzzAccount): WireRequest {
  let sound = badRequest(draw, account);
  // The answer to a HEAD is recognised by its request alone; a client that ends its side while it waits has gone.
  while (sound.method === 'HEAD' || sound.path.includes('/wait?')) sound = badRequest(draw, account);
  return { ...sound, bytes: draw.one(kinds)(draw, sound.bytes), isFramed: false };
}
