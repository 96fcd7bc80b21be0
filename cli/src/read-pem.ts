import { readTextFile } from './read-text-file.ts';

/** All the authorities of an operating system have about 250 KB. */
const mostBytes = 4 * 1024 * 1024;

/** Reads a PEM file that the user named. Throws `UsageError`. */
export function readPem(path: string): string {
  return readTextFile(path, 'PEM file', mostBytes);
}
