import { crc32, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { tinyPng } from './tiny-png.ts';

/** The chunks of a PNG; throws where a checksum is wrong. */
function chunksOf(png: Buffer) {
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = 8; at < png.length; ) {
    const end = at + 8 + png.readUInt32BE(at);
    if (png.readUInt32BE(end) !== crc32(png.subarray(at + 4, end))) throw new Error(`checksum at ${end}`);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, end) });
    at = end + 4;
  }
  return chunks;
}

test('a picture is a PNG whose pixels can be read and follow from the seed', () => {
  const [one, same, other] = ['a', 'a', 'b'].map((seed) => Buffer.from(tinyPng(seed)));
  const chunks = chunksOf(one as Buffer);
  expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'IDAT', 'IEND']);
  const rows = inflateSync(chunks[1]?.data as Buffer);
  expect(rows.length).toBe(8 * 9);
  expect([0, 9, 18, 27, 36, 45, 54, 63].map((at) => rows[at])).toEqual(Array(8).fill(0));
  expect(one).toEqual(same);
  expect(one).not.toEqual(other);
});
