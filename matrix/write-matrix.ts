import { readFileSync, writeFileSync } from 'node:fs';
import { deviations, variations } from '@gateproof/deviations';
import type { KeptRow } from './kept-row.ts';
import { loadKeptRows, mergeRows, saveKeptRows } from './kept-rows.ts';
import { renderMatrix } from './render-matrix.ts';
import { saveSideEffects } from './side-effects.ts';

/**
 * Takes the rows of `run-matrix.ts --json FILE` into matrix/rows.tsv, drops the estimates of side effects that they make exact, and writes
 * docs/kill-matrix.md; the files, if any, are the arguments.
 */
const newer = process.argv.slice(2).flatMap((path) => JSON.parse(readFileSync(path, 'utf8')) as KeptRow[]);
const entries = { deviations: deviations.map(({ id }) => id), variations: variations.map(({ id }) => id) };
const rows = mergeRows(loadKeptRows(), newer, new Set([...entries.deviations, ...entries.variations]));
saveKeptRows(rows);
saveSideEffects(rows, new Set(entries.deviations));
writeFileSync(new URL('../docs/kill-matrix.md', import.meta.url), renderMatrix(rows, entries));
