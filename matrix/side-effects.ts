import { readFileSync } from 'node:fs';

/**
 * For each deviation, by id, the rules that fail or can't be decided besides the one that it breaks: ids, or beginnings of ids where the
 * exact set has not been measured. Data in `side-effects.tsv`, a line for each deviation that has any.
 */
export function loadSideEffects(): ReadonlyMap<string, readonly string[]> {
  const lines = readFileSync(new URL('side-effects.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return new Map(
    lines.map((line) => {
      const [id = '', rules = ''] = line.split('\t');
      return [id, rules.split(' ')];
    }),
  );
}
