import { crc32, deflateSync } from 'node:zlib';
import { seededBytes } from './seeded-bytes.ts';

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const side = 8;
/** So few bytes are not worth the memory of a real compression. */
const cheapest = { level: 0, memLevel: 1, windowBits: 9 };

/** A valid PNG of 8 × 8 grey pixels that follow from the seed. */
export function tinyPng(seed: string): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const shades = Buffer.concat([seededBytes(seed, 'upper half'), seededBytes(seed, 'lower half')]);
  const rows = Array.from({ length: side }, (_, row) => [0, ...shades.subarray(row * side, (row + 1) * side)]).flat();
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Uint8Array.from(rows), cheapest)),
    pngChunk('IEND', new Uint8Array()),
  ]);
}

function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(named.length + 8);
  frame.writeUInt32BE(data.length, 0);
  frame.set(named, 4);
  frame.writeUInt32BE(crc32(named), named.length + 4);
  return frame;
}
