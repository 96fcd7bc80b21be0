import { accessSync, constants, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from './usage-error.ts';

/** Throws `UsageError` unless a report can be written to `path`; creates and changes nothing. */
export function assertWritable(path: string, option: string): void {
  const full = resolve(path);
  const existing = statSync(full, { throwIfNoEntry: false });
  if (existing?.isDirectory() === true) throw refused(path, option, 'it is a directory');
  const folder = dirname(full);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw refused(path, option, `the directory ${folder} does not exist`);
  }
  try {
    accessSync(existing === undefined ? folder : full, constants.W_OK);
  } catch {
    throw refused(path, option, 'permission denied');
  }
}

/** Throws `UsageError` unless `path` is a folder in which files can be written. */
export function assertFolder(path: string, option: string): void {
  assertWritable(join(path, 'any'), option);
}

/** Writes a report. Throws `UsageError` when the file has become unwritable since it was looked at. */
export function writeReport(path: string, option: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw refused(path, option, error instanceof Error ? error.message : String(error));
  }
}

function refused(path: string, option: string, why: string): UsageError {
  return new UsageError(`${option}: cannot write ${path}: ${why}. Name a file in an existing, writable directory.`);
}
