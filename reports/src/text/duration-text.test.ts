import { expect, test } from 'vitest';
import { durationText } from './duration-text.ts';

test.each([
  [0, '0 ms'],
  [849.6, '850 ms'],
  [999.9, '1.0 s'],
  [12_340, '12.3 s'],
  [59_990, '1 min 0 s'],
  [250_000, '4 min 10 s'],
])('%d ms is %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});
