import { readFileSync, writeFileSync } from 'node:fs';
import { covers, type KeptRow, type Scope } from './kept-row.ts';

const file = new URL('rows.tsv', import.meta.url);
const namesOf = (list = '') => (list === '' ? [] : list.split(' '));

/** The rows of `matrix/rows.tsv`: the newest one that was kept of each deviation and variation. */
export function loadKeptRows(): readonly KeptRow[] {
  return readFileSync(file, 'utf8').trimEnd().split('\n').map(readRow);
}

/** Writes `matrix/rows.tsv`, a line for each row. */
export function saveKeptRows(rows: readonly KeptRow[]): void {
  writeFileSync(file, rows.map((row) => `${rowText(row)}\n`).join(''));
}

/** A row as one line: id, outcome, commit, then scope, commit and number of seeds of its measurement, the rules red always, and red sometimes. */
export function rowText({ id, outcome, commit, scope, measuredOn, seeds, always, sometimes }: KeptRow): string {
  return [id, outcome, commit, scope, measuredOn, seeds, always.join(' '), sometimes.join(' ')].join('\t').trimEnd();
}

/** Reads what `rowText` wrote. */
export function readRow(line: string): KeptRow {
  const [id = '', outcome = '', commit = '', scope = '', measuredOn = '', seeds = '', ...lists] = line.split('\t');
  const [always, sometimes] = lists;
  return {
    id,
    outcome: outcome as KeptRow['outcome'],
    commit,
    scope: scope as Scope,
    measuredOn,
    seeds: Number(seeds),
    always: namesOf(always),
    sometimes: namesOf(sometimes),
  };
}

/**
 * The kept rows with newer ones in place of those of the same id, sorted by id; rows of ids that are no longer `known` are dropped. A newer row of a narrower
 * scope changes the outcome alone: the red rules of the wider one stay.
 */
export function mergeRows(
  kept: readonly KeptRow[],
  newer: readonly KeptRow[],
  known: ReadonlySet<string>,
): readonly KeptRow[] {
  const rows = new Map(kept.map((row) => [row.id, row]));
  for (const row of newer) {
    const earlier = rows.get(row.id);
    const isWider = earlier === undefined || covers(row.scope, earlier.scope);
    rows.set(row.id, isWider ? row : { ...earlier, outcome: row.outcome, commit: row.commit });
  }
  return [...rows.values()].filter(({ id }) => known.has(id)).sort((one, other) => (one.id < other.id ? -1 : 1));
}

/**
 * For each deviation, by id, which rules its kept row has as red: any other that turns red is new. Where no row measured as much as a run of this scope, nothing
 * is known, and nothing new.
 */
export function redRulesKept(rows: readonly KeptRow[]): (id: string, scope: Scope) => (rule: string) => boolean {
  const kept = new Map(rows.map((row) => [row.id, row]));
  return (id, scope) => {
    const row = kept.get(id);
    if (row === undefined || !covers(row.scope, scope)) return () => true;
    const known = new Set([...row.always, ...row.sometimes]);
    return (rule) => known.has(rule);
  };
}
