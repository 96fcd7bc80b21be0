import { isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { readTextFile } from '../read-text-file.ts';
import { UsageError } from '../usage-error.ts';
import { UnsetVariable } from './read-secret.ts';

const naming: ReadonlySet<unknown> = new Set(['env', 'token_env']);

/** Does what reads secrets of the profile in `path`; a variable that is not set is reported with the line that names it. */
export function withPlace<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnsetVariable) throw new UsageError(`${placeOf(error.variable, path)}: ${error.message}`);
    throw error;
  }
}

function placeOf(variable: string, path: string): string {
  const lines = new LineCounter();
  let offset: number | undefined;
  visit(parseDocument(readTextFile(path, 'profile'), { lineCounter: lines }), {
    Pair(_position, { key, value }) {
      const names = isScalar(key) && naming.has(key.value) && isScalar(value) && value.value === variable;
      if (names) offset ??= value.range?.[0];
    },
  });
  if (offset === undefined) return path;
  const { line, col } = lines.linePos(offset);
  return `${path}:${line}:${col}`;
}
