import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { scriptOptions } from '../repository/script-options.ts';
import { type JudgedEntry, type JudgeEntryOptions, judgeEntry } from './judge-entry.ts';
import { isFine, outcomes } from './judge-run.ts';
import { covers } from './kept-row.ts';
import { loadKeptRows, mergeRows, saveKeptRows } from './kept-rows.ts';
import { matrixEntries, selectEntries } from './matrix-entry.ts';
import { readPart } from './part.ts';
import { renderMatrix } from './render-matrix.ts';
import { judgeSideBySide } from './side-by-side.ts';

/**
 * The kill matrix: every deviation must be killed by the rule that it breaks, with no other rule red than in its row of `matrix/rows.tsv`, and every
 * variation allowed. Options:
 *
 * - which: `--only <id prefix>` (repeatable), `--kind deviations` or `--kind variations`, `--sample N` for so many with a share of every area, drawn by
 *   `--sample-seed N` (default 1), `--part k/n` for one of several machines, `--continue` for those that have no row of this
 *   commit, `--new` for those that have no row at all;
 * - how: before the whole suite, with `--focus` before the area of the rule that a deviation breaks, with `--own` before that rule; `--quick` at quick effort
 *   (what survives so is run again at standard effort); `--seed N` (default 42), `--seeds N` with so many seeds from there (default 1);
 * - `--workers N` processes side by side (default 1);
 * - `--write` takes the rows, as they come, into `matrix/rows.tsv`, and writes `docs/kill-matrix.md`.
 *
 * Prints a line for each that came out otherwise, has new red rules, or is late (killed at standard effort, not at quick), then the counts; exits 1 when any
 * did but the late ones.
 */
const values = scriptOptions({
  only: { type: 'string', multiple: true, default: [''] },
  kind: { type: 'string', default: 'all' },
  sample: { type: 'string' },
  'sample-seed': { type: 'string', default: '1' },
  part: { type: 'string', default: '0/1' },
  continue: { type: 'boolean', default: false },
  new: { type: 'boolean', default: false },
  focus: { type: 'boolean', default: false },
  own: { type: 'boolean', default: false },
  quick: { type: 'boolean', default: false },
  seed: { type: 'string', default: '42' },
  seeds: { type: 'string', default: '1' },
  workers: { type: 'string', default: '1' },
  write: { type: 'boolean', default: false },
});

const options: JudgeEntryOptions & { readonly workers: number } = {
  scope: values.own ? 'rule' : values.focus ? 'area' : 'suite',
  quick: values.quick,
  seed: Number(values.seed),
  seeds: Number(values.seeds),
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
  workers: Number(values.workers),
};
const part = readPart(values.part);
const selected = selectEntries({
  kind: values.kind,
  prefixes: values.only,
  sample: values.sample === undefined ? undefined : Number(values.sample),
  sampleSeed: Number(values['sample-seed']),
}).filter((_, place) => part.takes(place));
const done = new Set(values.new ? idsKept() : values.continue ? idsDone() : []);
const entries = selected.filter(({ id }) => !done.has(id));
const judged: JudgedEntry[] = [];

if (options.workers > 1) {
  const ids = entries.map(({ id }) => id);
  await judgeSideBySide(ids, options, take);
} else {
  for (const entry of entries) take(await judgeEntry(entry, options));
}
for (const outcome of outcomes)
  process.stdout.write(`${outcome}: ${judged.filter(({ row }) => row.outcome === outcome).length}\n`);
process.exitCode = judged.every(isAsItShouldBe) ? 0 : 1;

function isAsItShouldBe({ row, unexpected }: JudgedEntry): boolean {
  return isFine({ outcome: row.outcome, unexpected });
}

function take(entry: JudgedEntry): void {
  judged.push(entry);
  const { row, unexpected, isLate, lateExample = 'a drawn case' } = entry;
  if (isLate) process.stdout.write(`late      ${row.id}  not killed at quick effort, but by ${lateExample}\n`);
  const red = unexpected.length === 0 ? 'no new red rules' : `new red rules: ${unexpected.join(' ')}`;
  if (!isAsItShouldBe(entry)) process.stdout.write(`${row.outcome.padEnd(9)} ${row.id}  ${red}\n`);
  // Kept as they come, so that a run that is ended early has shown something.
  if (values.write) write(entry);
}

function write({ row }: JudgedEntry): void {
  const rows = mergeRows(loadKeptRows(), [row], new Set(matrixEntries.map(({ id }) => id)));
  saveKeptRows(rows);
  writeFileSync(new URL('../docs/kill-matrix.md', import.meta.url), renderMatrix(rows, matrixEntries));
}

function idsKept(): readonly string[] {
  return loadKeptRows().map(({ id }) => id);
}

function idsDone(): readonly string[] {
  const isDone = ({ commit, scope }: { readonly commit: string; readonly scope: typeof options.scope }) =>
    commit === options.commit && covers(scope, options.scope);
  return loadKeptRows()
    .filter(isDone)
    .map(({ id }) => id);
}
