import { expect, test } from 'vitest';
import { runFuzz } from './fuzz-run.ts';

test('a thousand bad requests do no harm', { timeout: 60_000 }, async () => {
  const report = await runFuzz({ requests: 1_000, seed: 'a thousand', slowClients: 0, progress: () => undefined });
  expect(report.examples).toEqual([]);
  expect(report.crash).toBeUndefined();
  expect(report.answers).toBeGreaterThan(900);
});
