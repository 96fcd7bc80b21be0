import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { KeptRow } from './kept-row.ts';
import { loadKeptRows } from './kept-rows.ts';
import { matrixEntries } from './matrix-entry.ts';
import { renderMatrix } from './render-matrix.ts';

const killed: KeptRow = {
  id: 'chat.a',
  outcome: 'killed',
  commit: 'abc1234',
  scope: 'suite',
  measuredOn: 'abc1234',
  seeds: 1,
  always: ['chat.a'],
  sometimes: [],
};

test('a survivor and a false positive are named, and what was not run is counted', () => {
  const page = renderMatrix(
    [
      killed,
      { ...killed, id: 'chat.b', outcome: 'survived' },
      { ...killed, id: 'job.v', outcome: 'false positive', always: ['job.d'] },
    ],
    [...['chat.a', 'chat.b', 'job.e'].map((id) => ({ id, breaks: id })), { id: 'job.v', breaks: undefined }],
  );
  expect(page).toContain('- `chat.b`: survived\n- `job.v`: false positive (job.d)');
  expect(page).toContain('| chat | 2 | 1 | 1 | 0 |\n| job | 1 | 0 | 0 | 1 |');
});

test('docs/kill-matrix.md sums up the rows that are kept', () => {
  const page = readFileSync(new URL('../docs/kill-matrix.md', import.meta.url), 'utf8');
  const known = new Set(matrixEntries.map(({ id }) => id));
  const rows = loadKeptRows().filter(({ id }) => known.has(id));
  expect(page).toContain(
    `| killed by the rule that they break | ${rows.filter(({ outcome }) => outcome === 'killed').length} |`,
  );
});
