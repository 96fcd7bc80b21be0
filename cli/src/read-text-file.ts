import { closeSync, openSync, readSync } from 'node:fs';
import { UsageError } from './usage-error.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory',
  EACCES: 'this user may not read it',
};

const kibibyte = 1024;
/** Far above what anybody writes by hand. */
const defaultMostBytes = 256 * kibibyte;
const pieceBytes = 64 * kibibyte;

/**
 * Reads a file that the user named. `noun` is the word for such a file: `profile`. Throws `UsageError` that says in plain words why it can't, also for a
 * file of more than `mostBytes`, of which no more is read. Default: 256 KiB.
 */
export function readTextFile(path: string, noun: string, mostBytes = defaultMostBytes): string {
  const bytes = readBytes(path, noun, mostBytes + 1);
  if (bytes.length <= mostBytes) return bytes.toString();
  const limit = mostBytes < kibibyte ** 2 ? `${mostBytes / kibibyte} KiB` : `${mostBytes / kibibyte ** 2} MiB`;
  throw new UsageError(`cannot read the ${noun} ${path}: it is larger than ${limit}, the most that a ${noun} may have`);
}

/** Not more than `limit` bytes: a device or a pipe may have no end. */
function readBytes(path: string, noun: string, limit: number): Buffer {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const pieces: Buffer[] = [];
    for (let length = 0, read = 1; read > 0 && length < limit; length += read) {
      const piece = Buffer.allocUnsafe(Math.min(pieceBytes, limit - length));
      read = readSync(file, piece);
      pieces.push(piece.subarray(0, read));
    }
    return Buffer.concat(pieces);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    throw new UsageError(`cannot read the ${noun} ${path}: ${reasons[code] ?? code}`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
