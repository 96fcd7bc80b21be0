import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { codeAnswer } from './code-answer.ts';

const text = 'data: {"a":1}\n\ndata: [DONE]\n\n';

test.each([
  ['gzip', gunzipSync],
  ['deflate', inflateSync],
  ['raw-deflate', inflateRawSync],
  ['br', brotliDecompressSync],
] as const)('a whole text and a stream as %s decode to what they were', async (data, decode) => {
  expect(decode(codeAnswer(text, { label: data, data }) as Uint8Array).toString()).toBe(text);
  for (const flushes of ['each-event', 'late', 'at-end'] as const) {
    const coded = codeAnswer(Readable.from([Buffer.from(text)]), { label: data, data, flushes }) as Readable;
    expect(decode(Buffer.concat(await coded.toArray())).toString()).toBe(text);
  }
});

test('cut data does not decode, and plain data stays as it is', () => {
  const cut = codeAnswer(text, { label: 'gzip', data: 'cut-gzip' }) as Uint8Array;
  expect(() => gunzipSync(cut)).toThrow('unexpected end of file');
  expect(codeAnswer(text, { label: 'gzip', data: 'plain' })).toBe(text);
});

test('a stream that is held comes whole at its end', async () => {
  const source = new Readable({ read: () => undefined });
  const coded = codeAnswer(source, { label: 'gzip', data: 'gzip', flushes: 'at-end' }) as Readable;
  const pieces: Uint8Array[] = [];
  coded.on('data', (piece: Uint8Array) => pieces.push(piece));
  source.push(text);
  await new Promise(setImmediate);
  expect(pieces).toHaveLength(0);
  source.push(null);
  await expect.poll(() => pieces.length).toBe(1);
});
