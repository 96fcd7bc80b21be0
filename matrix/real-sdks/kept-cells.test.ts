import { expect, test } from 'vitest';
import { keptCells } from './kept-cells.ts';
import { renderTable } from './render-table.ts';

const finding = { title: 'Sends again', meaning: 'It is refused.' };
const probe = (question: string) => ({ question, finding, ask: async () => '' });
const sections = [
  { title: 'Streams', probes: [probe('no event at all'), probe('a | b')] },
  { title: 'Retries', probes: [probe('409')] },
];
const page = renderTable(
  sections,
  [
    { name: 'plain fetch', cells: ['fails', 'read', 'no retry'] },
    { name: '`kit` 1.0.0', cells: ['x | y', 'read', '**2 retries**'] },
  ],
  [],
);

test('reads a column back from all tables of a page', () => {
  expect(keptCells(page, '`kit` 1.0.0')).toEqual(['x | y', 'read', '**2 retries**']);
});

test('knows no column of another version', () => {
  expect(keptCells(page, '`kit` 1.0.1')).toBeUndefined();
});

test('lists under each package what its cells in bold mean', () => {
  expect(page).toContain('### `kit` 1.0.0\n\n- **Sends again.** It is refused.\n  - 409: 2 retries\n');
  expect(page).not.toContain('### plain fetch');
});
