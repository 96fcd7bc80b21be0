import type { CauseRecord, RuleRecord } from '../result/result-document.ts';

/** Leads with what is broken; blocked rules fold under the rule that blocks them. */
export function foldCauses(records: readonly RuleRecord[]): CauseRecord[] {
  const causes = new Map<string, string[]>();
  for (const record of records) {
    if (record.verdict === 'fail' || record.verdict === 'flaky') causes.set(record.rule, causes.get(record.rule) ?? []);
    if (record.verdict === 'blocked' && record.blockedBy !== undefined) {
      causes.set(record.blockedBy, [...(causes.get(record.blockedBy) ?? []), record.rule]);
    }
  }
  return [...causes]
    .map(([rule, folded]) => ({ rule, folded }))
    .sort((first, second) => second.folded.length - first.folded.length);
}
