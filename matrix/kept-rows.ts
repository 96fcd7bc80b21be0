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

/** A row as one line: id, outcome, scope, commit, number of seeds, the rules red always, red sometimes, and those that nobody expected. */
export function rowText({ id, outcome, scope, commit, seeds, always, sometimes, unexpected }: KeptRow): string {
  const lists = [always, sometimes, unexpected].map((names) => names.join(' '));
  return [id, outcome, scope, commit, seeds, ...lists].join('\t').trimEnd();
}

/** Reads what `rowText` wrote. */
export function readRow(line: string): KeptRow {
  const [id = '', outcome = '', scope = '', commit = '', seeds = '', ...lists] = line.split('\t');
  const [always, sometimes, unexpected] = lists;
  return {
    id,
    outcome: outcome as KeptRow['outcome'],
    scope: scope as KeptRow['scope'],
    commit,
    seeds: Number(seeds),
    always: namesOf(always),
    sometimes: namesOf(sometimes),
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
