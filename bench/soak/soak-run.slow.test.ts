import { expect, test } from 'vitest';
import { runSoak } from './soak-run.ts';

test('two small rounds of mixed load lose, mix up and leak nothing', { timeout: 120_000 }, async () => {
  const size = { seconds: 2, streams: 16, jobs: 8 };
  const report = await runSoak({ ...size, seed: 'small', progress: () => undefined });
  expect(report.problems).toEqual([]);
  expect(report).toMatchObject({ leftAtEndpoint: 0, openAfterEnd: 0, end: { how: 'exit code 0' }, trouble: '' });
  expect(report.rounds).toHaveLength(2);
  expect(report.attempts).toBeGreaterThan(report.jobs);
});
