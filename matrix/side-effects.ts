import { readFileSync, writeFileSync } from 'node:fs';
import { beginningWith } from './judge-run.ts';
import { isExact, type KeptRow } from './kept-row.ts';

const file = new URL('side-effects.tsv', import.meta.url);

/**
 * For each deviation whose red rules have not been measured exactly, by id, beginnings of the ids of rules that may fail besides its own:
 * data in `side-effects.tsv`, estimated by hand, a line for each deviation that has any.
 */
export function loadSideEffects(): ReadonlyMap<string, readonly string[]> {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const [id = '', starts = ''] = line.split('\t');
      return [id, starts.split(' ')];
    }),
  );
}

/** Keeps the estimates of deviations that are known and have no exact row. */
export function saveSideEffects(rows: readonly KeptRow[], known: ReadonlySet<string>): void {
  const exact = new Set(rows.filter(isExact).map(({ id }) => id));
  const left = [...loadSideEffects()].filter(([id]) => known.has(id) && !exact.has(id));
  writeFileSync(file, left.map(([id, starts]) => `${id}\t${starts.join(' ')}\n`).join(''));
}

/** For each deviation, by id, which rules may be red besides its own: those of its exact row, or those that its estimate covers. */
export function sideEffectsOf(
  rows: readonly KeptRow[],
  estimates: ReadonlyMap<string, readonly string[]>,
): (id: string) => (rule: string) => boolean {
  const exact = new Map(rows.filter(isExact).map((row) => [row.id, new Set([...row.always, ...row.sometimes])]));
  return (id) => {
    const measured = exact.get(id);
    return measured === undefined ? beginningWith(estimates.get(id) ?? []) : (rule) => measured.has(rule);
  };
}
