import type { CauseRecord, RuleRecord } from '../result/result-document.ts';

/** Leads with what is broken; blocked rules fold under the rule that blocks them, failed ones under the rule that causes their failure. */
export function foldCauses(records: readonly RuleRecord[]): CauseRecord[] {
  const causes = new Map<string, string[]>();
  const causedBy = new Map(records.map((record) => [record.rule, record.causedBy]));
  const rootOf = (rule: string) => causedBy.get(rule) ?? rule;
  for (const record of records) {
    const above = record.verdict === 'blocked' ? record.blockedBy : record.causedBy;
    if (above !== undefined) causes.set(rootOf(above), [...(causes.get(rootOf(above)) ?? []), record.rule]);
    else if (record.verdict === 'fail' || record.verdict === 'flaky')
      causes.set(record.rule, causes.get(record.rule) ?? []);
  }
  return [...causes]
    .map(([rule, folded]) => ({ rule, folded }))
    .sort((first, second) => second.folded.length - first.folded.length);
}
