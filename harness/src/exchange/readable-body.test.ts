import * as zlib from 'node:zlib';
import { expect, test } from 'vitest';
import type { ReadableBodyOptions } from './readable-body.ts';
import { ReadableBody } from './readable-body.ts';

const text = '{"id":"chatcmpl-1","choices":[{"index":0}]}';

function bodyOf(coding: string, options: Partial<ReadableBodyOptions> = {}): ReadableBody {
  let nowMs = 0;
  return new ReadableBody([['Content-Encoding', coding]], {
    limitBytes: 10_000,
    nowMs: () => {
      nowMs += 1;
      return nowMs;
    },
    onTooLarge: () => undefined,
    ...options,
  });
}

async function readWhole(coding: string, pieces: readonly Uint8Array[], isWhole = true) {
  const body = bodyOf(coding);
  for (const piece of pieces) body.take(piece);
  await body.finish(isWhole);
  const { body: bytes, coding: seen } = body.read();
  return { text: Buffer.from(bytes).toString(), coding: seen };
}

test.each([
  ['gzip', zlib.gzipSync(text)],
  ['deflate', zlib.deflateSync(text)],
  ['deflate', zlib.deflateRawSync(text)],
  ['br', zlib.brotliCompressSync(text)],
  ['deflate, gzip', zlib.gzipSync(zlib.deflateSync(text))],
])('a body coded with %s is read decoded, in whatever pieces it comes', async (coding, coded) => {
  const pieces = [...coded].map((byte) => Uint8Array.of(byte));
  const receivedBytes = coded.length;
  expect(await readWhole(coding, [coded])).toEqual({ text, coding: { label: coding, receivedBytes } });
  expect(await readWhole(coding, pieces)).toEqual({ text, coding: { label: coding, receivedBytes } });
});

test.each(['gzip', 'deflate', 'br'])(
  'a plain body that is labelled %s is read as it came, with the problem',
  async (coding) => {
    const read = await readWhole(coding, [Buffer.from(text)]);
    expect(read).toMatchObject({ text, coding: { problem: `the body is not ${coding} data` } });
  },
);

test('a plain stream that is labelled gzip is read as it came, piece by piece', async () => {
  const pieces: string[] = [];
  const body = bodyOf('gzip', { onRead: (piece) => pieces.push(Buffer.from(piece).toString()) });
  body.take(Buffer.from('data: 1\n\n'));
  await body.finish(false);
  body.take(Buffer.from('data: 2\n\n'));
  expect(pieces).toEqual(['data: 1\n\n', 'data: 2\n\n']);
});

test('data that stops early is a problem of a whole body only', async () => {
  const coded = zlib.gzipSync(text);
  const half = coded.subarray(0, coded.length - 6);
  expect((await readWhole('gzip', [half])).coding?.problem).toBe(
    `the gzip data stops early after ${text.length} decoded bytes`,
  );
  expect(await readWhole('gzip', [half], false)).toEqual({
    text,
    coding: { label: 'gzip', receivedBytes: half.length },
  });
});

test('data that is broken further on is read up to there', async () => {
  const coded = zlib.gzipSync(text);
  coded[coded.length - 8] = (coded[coded.length - 8] ?? 0) ^ 0xff;
  const end = coded.length - 8;
  const inTwo = await readWhole('gzip', [coded.subarray(0, end), coded.subarray(end)]);
  expect(inTwo).toMatchObject({
    text,
    coding: { problem: `the gzip data is broken after ${text.length} decoded bytes` },
  });
  expect((await readWhole('gzip', [coded])).coding?.problem).toBe('the gzip data is broken');
});

test('each flush of a coded stream is read when it comes', async () => {
  const gzip = zlib.createGzip();
  const read: string[] = [];
  const body = bodyOf('gzip', { onRead: (piece) => read.push(Buffer.from(piece).toString()) });
  gzip.on('data', (piece: Uint8Array) => body.take(piece));
  gzip.write('data: 1\n\n');
  await new Promise<void>((resolve) => gzip.flush(zlib.constants.Z_SYNC_FLUSH, resolve));
  await expect.poll(() => read.join('')).toBe('data: 1\n\n');
});

test.each(['utf-8', 'compress', 'gzip, gzip, gzip, gzip'])(
  'a body with the coding %s, which is not known here, stays as it is',
  async (coding) => {
    expect(await readWhole(coding, [Buffer.from(text)])).toEqual({ text, coding: undefined });
  },
);

test('a coded body without a byte has no problem', async () => {
  expect(await readWhole('gzip', [])).toEqual({ text: '', coding: { label: 'gzip', receivedBytes: 0 } });
});

test('more decoded bytes than the limit are too many, and cost no more than that', async () => {
  let tooLarge = 0;
  const body = bodyOf('gzip', {
    onTooLarge: () => {
      tooLarge += 1;
    },
  });
  body.take(zlib.gzipSync(Buffer.alloc(1_000_000)));
  await expect.poll(() => tooLarge).toBe(1);
  expect(body.isTooLarge).toBe(true);
  expect(body.read().body).toHaveLength(10_000);
});
