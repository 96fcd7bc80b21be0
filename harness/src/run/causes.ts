import { harmOfRule, harms } from '../check/harm.ts';
import type { CauseRecord, RuleRecord } from '../result/result-document.ts';
import { isRed } from './decide-verdict.ts';

/** What is known of a cause before it is known which rules fold under it; of a proved one, all rules that hold as soon as it is fixed. */
export type DescribedCause = Omit<CauseRecord, 'folded' | 'waiting'> & Partial<Pick<CauseRecord, 'folded'>>;

/**
 * The causes of all red rules, that of the worst harm and then of the most rules first. A rule folds under the cause that was found for it (`described` has its sentence); a
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
    .map(([id, entries]) => causeRecord(known.get(id) ?? ruleCause(id, byRule.get(id)), entries, byRule))
    .filter((cause) => cause.exchange !== undefined || cause.kind !== 'rule' || isBroken(byRule.get(cause.id)))
    .sort(worstFirst);
}

function worstFirst(one: CauseRecord, other: CauseRecord): number {
  const byHarm = harms.indexOf(one.harm) - harms.indexOf(other.harm);
  return byHarm || other.folded.length - one.folded.length || (one.id < other.id ? -1 : 1);
}

function causeRecord(
  cause: DescribedCause,
  records: readonly RuleRecord[],
  byRule: ReadonlyMap<string, RuleRecord>,
): CauseRecord {
  const others = records.map(({ rule }) => rule).filter((rule) => rule !== cause.id);
  const folded = cause.proved
    ? (cause.folded ?? foundFor(cause.id, records)).filter((rule) => isRed(byRule.get(rule)?.verdict ?? 'pass'))
    : others;
  return { ...cause, folded, waiting: others.filter((rule) => !folded.includes(rule)) };
}

function foundFor(id: string, records: readonly RuleRecord[]): readonly string[] {
  return records.filter(({ causedBy }) => causedBy === id).map(({ rule }) => rule);
}

function aboveOf(record: RuleRecord, byRule: ReadonlyMap<string, RuleRecord>): string | undefined {
  if (record.causedBy !== undefined) return record.causedBy;
  if (record.verdict !== 'blocked' || record.blockedBy === undefined) return undefined;
  return byRule.get(record.blockedBy)?.causedBy ?? record.blockedBy;
}

function isBroken(record: RuleRecord | undefined): boolean {
  return record?.verdict === 'fail' || record?.verdict === 'flaky';
}

function ruleCause(id: string, record: RuleRecord | undefined): DescribedCause {
  const exchange = record?.failure?.shownBy.at(-1) ?? record?.failure?.exchanges.at(-1) ?? record?.witnesses.at(-1);
  const state = record === undefined || isBroken(record) ? 'is broken' : 'could not be decided';
  return {
    id,
    kind: 'rule',
    sentence: `This rule ${state}: ${record?.statement ?? id}`,
    harm: harmOfRule(id),
    rule: id,
    ...(exchange === undefined ? {} : { exchange }),
    proved: false,
  };
}
