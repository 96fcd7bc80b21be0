import { expect, test } from 'vitest';
import { EffectPatience } from './effect-patience.ts';

test('effects are waited for a minute, until one did not come', () => {
  const patience = new EffectPatience();
  patience.came(6_000);
  expect(patience.limitMs).toBe(60_000);
  patience.lost();
  expect(patience.limitMs).toBe(12_000);
});

test('where none is known to take long, the others are waited for a few seconds', () => {
  const patience = new EffectPatience();
  patience.lost();
  expect(patience.limitMs).toBe(5_000);
  patience.came(50_000);
  expect(patience.limitMs).toBe(60_000);
});
