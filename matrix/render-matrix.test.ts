import { readFileSync } from 'node:fs';
import { deviations, variations } from '@gateproof/deviations';
import { expect, test } from 'vitest';
import type { KeptRow } from './kept-row.ts';
import { loadKeptRows } from './kept-rows.ts';
import { renderMatrix } from './render-matrix.ts';

const killed: KeptRow = {
  id: 'chat.a',
  outcome: 'killed',
  unexpected: [],
  seeds: 1,
  always: ['chat.a'],
  sometimes: [],
  scope: 'suite',
  commit: 'abc1234',
};

test('a survivor and an unexpected red rule are named, and what was not run is counted', () => {
  const page = renderMatrix(
    [killed, { ...killed, id: 'chat.b', outcome: 'survived' }, { ...killed, id: 'job.c', unexpected: ['job.d=fail'] }],
    { deviations: ['chat.a', 'chat.b', 'job.c', 'job.e'], variations: [] },
  );
  expect(page).toContain('- `chat.b`: survived\n- `job.c`: killed (job.d=fail)');
  expect(page).toContain('| chat | 2 | 1 | 1 | 0 |\n| job | 2 | 1 | 0 | 1 |');
});

test('docs/kill-matrix.md sums up the rows that are kept', () => {
  const ids = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id);
  const page = readFileSync(new URL('../docs/kill-matrix.md', import.meta.url), 'utf8');
  const known = new Set(ids([...deviations, ...variations]));
  const rows = loadKeptRows().filter(({ id }) => known.has(id));
  expect(page).toContain(
    `| killed by the rule that they break | ${rows.filter(({ outcome }) => outcome === 'killed').length} |`,
  );
});
