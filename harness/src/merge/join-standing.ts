import type { Verdict } from '../check/verdict.ts';
import type { RuleRecord } from '../result/result-document.ts';

/** What weighs more stands before what weighs less. What no exchange of a shard exercised weighs nothing beside what another shard's did. */
const byWeight: readonly ((record: RuleRecord) => boolean)[] = [
  is('error'),
  is('fail'),
  is('flaky'),
  is('differs'),
  ({ verdict, failure }) => isUndecided(verdict) && failure !== undefined,
  ({ verdict, reliesOn, causedBy }) => isUndecided(verdict) && (reliesOn !== undefined || causedBy !== undefined),
  is('warn'),
  is('pass'),
  is('not-applicable'),
];

/**
 * The record of a standing rule over all shards: that of the shard whose exchanges say most about it, with the cases of all.
 *
 * @param records one of each shard
 */
export function joinStanding(records: readonly RuleRecord[]): RuleRecord {
  const heaviest = byWeight.flatMap((weighs) => records.find(weighs) ?? [])[0] ?? records[0];
  if (heaviest === undefined) throw new Error('a rule without records can not be joined');
  const sum = (count: (record: RuleRecord) => number) => records.reduce((total, record) => total + count(record), 0);
  return {
    ...heaviest,
    cases: { run: sum(({ cases }) => cases.run), exercised: sum(({ cases }) => cases.exercised) },
    durationMs: sum(({ durationMs }) => durationMs),
  };
}

function is(wanted: Verdict): (record: RuleRecord) => boolean {
  return ({ verdict }) => verdict === wanted;
}

function isUndecided(verdict: Verdict): boolean {
  return verdict === 'inconclusive' || verdict === 'blocked';
}
