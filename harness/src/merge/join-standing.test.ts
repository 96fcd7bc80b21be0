import { expect, it } from 'vitest';
import type { RuleRecord } from '../result/result-document.ts';
import { joinStanding } from './join-standing.ts';

const record = (verdict: RuleRecord['verdict'], more: Partial<RuleRecord> = {}) =>
  ({ rule: 'error.envelope.object', verdict, cases: { run: 2, exercised: 2 }, durationMs: 1, ...more }) as RuleRecord;
const unseen = record('inconclusive', { cases: { run: 0, exercised: 0 } });

it.each([
  ['a break in one shard', [record('pass'), record('fail'), unseen], 'fail'],
  ['a warning in one shard', [record('pass'), record('warn')], 'warn'],
  ['a shard whose exchanges never exercised it', [unseen, record('pass')], 'pass'],
  ['a shard that another rule kept from judging', [record('pass'), record('blocked', { reliesOn: 'a' })], 'blocked'],
] as const)('%s decides over the others', (_what, records, verdict) => {
  expect(joinStanding(records).verdict).toBe(verdict);
});

it('counts the cases of all shards', () => {
  expect(joinStanding([record('pass'), record('pass')]).cases).toEqual({ run: 4, exercised: 4 });
});
