import { crc32 } from 'node:zlib';
import { seededText } from './seeded-bytes.ts';

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const side = 8;
/** Window of 512 bytes, fastest level; then the mark of a last block that is stored as it is. */
const storedHead = Uint8Array.of(0x18, 0x19, 1);
const header = pngChunk('IHDR', Uint8Array.of(0, 0, 0, side, 0, 0, 0, side, 8, 0, 0, 0, 0));
const end = pngChunk('IEND', new Uint8Array());

/** A picture without a shade. Another one differs in its rows and in the checksums over them alone. */
const blank = Buffer.concat([signature, header, pngChunk('IDAT', stored(new Uint8Array(side * (side + 1)))), end]);
const chunkAt = signature.length + header.length;
const rowsAt = chunkAt + 8 + storedHead.length + 4;
const rowsEnd = rowsAt + side * (side + 1);

/** A valid PNG of 8 × 8 grey pixels that follow from the seed, in memory of its own. */
export function tinyPng(seed: string): Uint8Array<ArrayBuffer> {
  const png = new Uint8Array(blank);
  const shades = seededText(seed, 'upper half') + seededText(seed, 'lower half');
  for (let pixel = 0; pixel < side * side; pixel += 1) {
    // Each row begins with its filter: none.
    png[rowsAt + pixel + 1 + Math.floor(pixel / side)] = shades.charCodeAt(pixel);
  }
  const view = new DataView(png.buffer);
  view.setUint32(rowsEnd, adler32(png.subarray(rowsAt, rowsEnd)));
  view.setUint32(rowsEnd + 4, crc32(png.subarray(chunkAt + 4, rowsEnd + 4)));
  return png;
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
  // The block's length, and the complement of that.
  stream.set(storedHead);
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
