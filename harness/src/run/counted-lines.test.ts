import { expect, test } from 'vitest';
import { countedLines } from './counted-lines.ts';

test('says each line once, in the order of its first appearance', () => {
  expect(countedLines(['the target was away', 'a connection was lost', 'the target was away'])).toEqual([
    'the target was away (2 times)',
    'a connection was lost',
  ]);
});

test('takes lines for one that differ in the exchange alone, and names the first', () => {
  const limited = ['x11', 'x17', 'x14', 'x12'].map((id) => `429 that was not asked for (${id})`);
  expect(countedLines([...limited, '503 that was not asked for (x20)'])).toEqual([
    '429 that was not asked for (4 times: x11, x17, x14, …)',
    '503 that was not asked for (x20)',
  ]);
  expect(countedLines(limited.slice(0, 2))).toEqual(['429 that was not asked for (2 times: x11, x17)']);
});

test('takes lines for one that say the same of several exchanges', () => {
  const lost = ['x7', 'x9'].map((id) => `the connection was lost (${id}: socket hang up (ECONNRESET))`);
  expect(countedLines(lost)).toEqual(['the connection was lost: socket hang up (ECONNRESET) (2 times: x7, x9)']);
  expect(countedLines(lost.slice(0, 1))).toEqual(lost.slice(0, 1));
});
