import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ResultDocument } from '@gateproof/harness';
import type { CliContext } from '../cli-context.ts';
import { readResult } from '../read-result.ts';
import { UsageError } from '../usage-error.ts';
import { lastRunPath } from './last-run-path.ts';

type Place = Pick<CliContext, 'env' | 'folder'>;

/** Keeps the result of the last run of this folder, readable to its user alone. Returns whether it could be written. */
export function keepLastResult(document: ResultDocument, place: Place): boolean {
  const path = lastRunPath('result', place);
  if (path === undefined) return false;
  try {
    mkdirSync(join(path, '..'), { recursive: true });
    // A command that reads it meanwhile finds a whole one.
    writeFileSync(`${path}.new`, JSON.stringify(document), { mode: 0o600 });
    renameSync(`${path}.new`, path);
    return true;
  } catch {
    return false;
  }
}

/** The file of a result that the first word names, empty where that is an id already: the last run of the folder is meant then. */
export function splitResult(words: readonly string[]): { readonly file: string; readonly ids: readonly string[] } {
  const [first = ''] = words;
  return isFile(first) ? { file: first, ids: words.slice(1) } : { file: '', ids: words };
}

/** The result in a file, or, of an empty name, that of the last run of this folder. Throws `UsageError` where there is none. */
export function readNamedResult(file: string, place: Place): ResultDocument {
  if (file !== '') return readResult(file);
  const path = lastRunPath('result', place);
  if (path !== undefined && existsSync(path)) return readResult(path);
  throw new UsageError('No run of this folder is known. Name the result document that --json wrote.');
}

/** No id of a rule or exchange has a slash or ends like this. */
function isFile(word: string): boolean {
  return /[\\/]|\.json$/.test(word) || existsSync(word);
}
