import { crc32 } from 'node:zlib';
import { seededBytes } from './seeded-bytes.ts';

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const side = 8;
const header = pngChunk('IHDR', Uint8Array.of(0, 0, 0, side, 0, 0, 0, side, 8, 0, 0, 0, 0));
const end = pngChunk('IEND', new Uint8Array());

/** A valid PNG of 8 × 8 grey pixels that follow from the seed. */
export function tinyPng(seed: string): Uint8Array {
  const shades = Buffer.concat([seededBytes(seed, 'upper half'), seededBytes(seed, 'lower half')]);
  // Each row begins with its filter: none.
  const rows = Buffer.alloc(side * (side + 1));
  for (let row = 0; row < side; row += 1) rows.set(shades.subarray(row * side, (row + 1) * side), row * (side + 1) + 1);
  return Buffer.concat([signature, header, pngChunk('IDAT', stored(rows)), end]);
}

function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(named.length + 8);
  frame.writeUInt32BE(data.length, 0);
  frame.set(named, 4);
  frame.writeUInt32BE(crc32(named), named.length + 4);
  return frame;
}

/** A zlib stream of one block that is not compressed (RFC 1950, RFC 1951 3.2.4): a compressor takes longer to set up than all the rest of a picture. */
function stored(data: Uint8Array): Uint8Array {
  const stream = Buffer.alloc(data.length + 11);
  // Window of 512 bytes, fastest level; then the last block, stored as it is, with its length and the complement of that.
  stream.set([0x18, 0x19, 1]);
  stream.writeUInt16LE(data.length, 3);
  stream.writeUInt16LE(~data.length & 0xffff, 5);
  stream.set(data, 7);
  stream.writeUInt32BE(adler32(data), data.length + 7);
  return stream;
}

function adler32(data: Uint8Array): number {
  let [low, high] = [1, 0];
  for (const byte of data) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return high * 65_536 + low;
}
