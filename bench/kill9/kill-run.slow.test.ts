import { expect, test } from 'vitest';
import { runKills } from './kill-run.ts';

test('a gateway that is killed five times keeps all its promises', { timeout: 60_000 }, async () => {
  const report = await runKills({ kills: 5, seed: 'five kills', progress: () => undefined });
  expect(report.broken).toEqual([]);
  expect(report.jobs).toBeGreaterThan(0);
  expect(report.attempts).toBeGreaterThan(0);
});
