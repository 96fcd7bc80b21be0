import { expect, test } from 'vitest';
import { freshDatabase, withoutPostgres } from '../../simulator/src/store/postgres.fixture.ts';
import { runReplicaKills } from './replica-run.ts';

const name = `replicas of which two are killed keep all their promises${withoutPostgres === undefined ? '' : ` (${withoutPostgres})`}`;

test.skipIf(withoutPostgres)(name, { timeout: 60_000 }, async () => {
  const data = freshDatabase();
  const report = await runReplicaKills({ data, replicas: 2, kills: 2, seed: 'two kills', progress: () => undefined });
  expect(report.broken).toEqual([]);
  expect(report.keys).toBeGreaterThan(0);
});
