import { expect, test } from 'vitest';
import { loadFreedoms } from './load-freedoms.ts';

test('every freedom has a number of its own, a weight, a title and something that it accepts', () => {
  const freedoms = loadFreedoms();
  expect(freedoms.length).toBeGreaterThan(100);
  expect(new Set(freedoms.map(({ id }) => id)).size).toBe(freedoms.length);
  for (const freedom of freedoms) {
    expect(freedom.id).toMatch(/^F\d{3}$/);
    expect([1, 2, 3]).toContain(freedom.weight);
    expect(freedom.title, freedom.id).not.toBe('');
    expect(freedom.accept.length, freedom.id).toBeGreaterThan(0);
    for (const list of [freedom.accept, freedom.warn, freedom.reject]) {
      expect(
        list.every((item) => typeof item === 'string'),
        freedom.id,
      ).toBe(true);
    }
  }
});
