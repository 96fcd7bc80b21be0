import { expect, test } from 'vitest';
import { EffectPatience } from './effect-patience.ts';

test('effects are waited for a minute, until one did not come', () => {
  const patience = new EffectPatience();
  patience.came('job.succeeded', 6_000);
  expect(patience.limitMs('job.succeeded')).toBe(60_000);
  patience.lost('job.succeeded');
  expect(patience.limitMs('job.succeeded')).toBe(12_000);
  expect(patience.limitMs('job.failed')).toBe(12_000);
});

test('where none is known to take long, the others are waited for a few seconds', () => {
  const patience = new EffectPatience();
  patience.came('job.succeeded');
  patience.lost('job.succeeded');
  expect(patience.limitMs('job.succeeded')).toBe(5_000);
  patience.came('job.succeeded', 50_000);
  expect(patience.limitMs('job.succeeded')).toBe(60_000);
});

test('a type that never had an effect is not waited for again, until it has one', () => {
  const patience = new EffectPatience();
  patience.lost('job.canceled');
  expect(patience.limitMs('job.canceled')).toBe(500);
  expect(patience.limitMs('job.failed')).toBe(5_000);
  patience.came('job.canceled');
  expect(patience.limitMs('job.canceled')).toBe(5_000);
});
