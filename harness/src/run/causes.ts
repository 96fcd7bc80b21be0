import type { CauseRecord, RuleRecord } from '../result/result-document.ts';

/** What is known of a cause before it is known which rules fold under it. */
export type DescribedCause = Omit<CauseRecord, 'folded' | 'waiting'>;

/**
 * The causes of all red rules, that of the most rules first. A rule folds under the cause that was found for it (`described` has its sentence); a
 * blocked rule under the cause of the rule that blocks it, or waits there when that cause is proved; any other failed rule is a cause of its own.
 */
export function foldCauses(
  records: readonly RuleRecord[],
  described: readonly DescribedCause[] = [],
): readonly CauseRecord[] {
  const byRule = new Map(records.map((record) => [record.rule, record]));
  const known = new Map(described.map((cause) => [cause.id, cause]));
  const below = new Map<string, RuleRecord[]>();
  for (const record of records) {
    const above = aboveOf(record, byRule) ?? (isBroken(record) ? record.rule : undefined);
    if (above !== undefined) below.set(above, [...(below.get(above) ?? []), record]);
  }
  return [...below]
    .map(([id, entries]) => causeRecord(known.get(id) ?? ruleCause(id, byRule.get(id)), entries))
    .sort((one, other) => other.folded.length - one.folded.length);
}

function causeRecord(cause: DescribedCause, records: readonly RuleRecord[]): CauseRecord {
  const others = records.filter(({ rule }) => rule !== cause.id);
  const isFolded = ({ causedBy }: RuleRecord) => !cause.proved || causedBy === cause.id;
  const waiting = others.filter((record) => !isFolded(record)).map(({ rule }) => rule);
  const folded = others.filter(isFolded).map(({ rule }) => rule);
  return { ...cause, folded, waiting };
}

function aboveOf(record: RuleRecord, byRule: ReadonlyMap<string, RuleRecord>): string | undefined {
  if (record.causedBy !== undefined) return record.causedBy;
  if (record.verdict !== 'blocked' || record.blockedBy === undefined) return undefined;
  return byRule.get(record.blockedBy)?.causedBy ?? record.blockedBy;
}

function isBroken({ verdict }: RuleRecord): boolean {
  return verdict === 'fail' || verdict === 'flaky';
}

function ruleCause(id: string, record: RuleRecord | undefined): DescribedCause {
  const exchange = record?.failure?.shownBy.at(-1) ?? record?.failure?.exchanges.at(-1);
  const state = record === undefined || isBroken(record) ? 'is broken' : 'could not be decided';
  return {
    id,
    kind: 'rule',
    sentence: `This rule ${state}: ${record?.statement ?? id}`,
    rule: id,
    ...(exchange === undefined ? {} : { exchange }),
    proved: false,
  };
}
