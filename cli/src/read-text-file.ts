import { readFileSync } from 'node:fs';
import { UsageError } from './usage-error.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory',
  EACCES: 'this user may not read it',
};

/** Reads a file that the user named. `noun` is the word for such a file: `profile`. Throws `UsageError` that says in plain words why it can't. */
export function readTextFile(path: string, noun: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    throw new UsageError(`cannot read the ${noun} ${path}: ${reasons[code] ?? code}`);
  }
}
