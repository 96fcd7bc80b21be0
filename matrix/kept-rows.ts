import { readFileSync, writeFileSync } from 'node:fs';
import type { KeptRow } from './kept-row.ts';

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

/** A row as one line: id, outcome, scope, commit, the rules that failed, those that nobody expected. */
export function rowText({ id, outcome, scope, commit, caughtBy, unexpected }: KeptRow): string {
  return [id, outcome, scope, commit, caughtBy.join(' '), unexpected.join(' ')].join('\t').trimEnd();
}

/** Reads what `rowText` wrote. */
export function readRow(line: string): KeptRow {
  const [id = '', outcome = '', scope = '', commit = '', caughtBy, unexpected] = line.split('\t');
  return {
    id,
    outcome: outcome as KeptRow['outcome'],
    scope: scope as KeptRow['scope'],
    commit,
    caughtBy: namesOf(caughtBy),
    unexpected: namesOf(unexpected),
  };
}

/** The kept rows with newer ones in place of those of the same id, sorted by id; rows of ids that are no longer `known` are dropped. */
export function mergeRows(
  kept: readonly KeptRow[],
  newer: readonly KeptRow[],
  known: ReadonlySet<string>,
): readonly KeptRow[] {
  const rows = new Map([...kept, ...newer].map((row) => [row.id, row]));
  return [...rows.values()].filter(({ id }) => known.has(id)).sort((one, other) => (one.id < other.id ? -1 : 1));
}
