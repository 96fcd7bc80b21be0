import { expect, test } from 'vitest';
import { tableOf, webhookDay } from './webhook-day.ts';

test('a day of failing deliveries: eight attempts with growing gaps, a fresh t, and one event', async () => {
  const rows = await webhookDay();
  expect(rows.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(new Set(rows.map(({ event }) => event)).size).toBe(1);
  expect(new Set(rows.map(({ delivery }) => delivery)).size).toBe(8);
  expect(rows.every(({ signed }) => signed)).toBe(true);
  const gaps = rows.slice(1).map(({ t }, place) => t - (rows[place]?.t ?? 0));
  expect(gaps).toEqual([...gaps].sort((one, other) => one - other));
  expect(gaps.reduce((sum, gap) => sum + gap, 0)).toBeGreaterThan(12 * 3_600);
  expect(tableOf(rows).split('\n')).toHaveLength(9);
});
