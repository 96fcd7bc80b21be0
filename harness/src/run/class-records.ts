import { loadClasses } from '@gateproof/spec';
import type { Verdict } from '../check/verdict.ts';
import type { ClassRecord, RuleRecord } from '../result/result-document.ts';
import { countVerdicts } from './count-verdicts.ts';

/** How each conformance class came out, in the catalogue's order. Classes without a rule in this run are left out. With `strict` a warning breaks its class. */
export function classRecords(rules: readonly RuleRecord[], strict: boolean): ClassRecord[] {
  const byClass = Map.groupBy(rules, (record) => record.class);
  return loadClasses().flatMap(({ id, title }) => {
    const records = byClass.get(id);
    return records === undefined ? [] : [{ class: id, title, ...summaryOf(records, strict) }];
  });
}

function summaryOf(records: readonly RuleRecord[], strict: boolean): Omit<ClassRecord, 'class' | 'title'> {
  // A baseline decides what turns a run red; it makes no class conformant.
  // A rule that is newer than the rule set says nothing of a class.
  const found = countVerdicts(records.map(({ known, verdict }) => known?.verdict ?? verdict));
  const passed = found.pass + (strict ? 0 : found.warn);
  const broken = found.fail + found.flaky + (strict ? found.warn : 0);
  return {
    claimed: found['not-claimed'] < records.length,
    outcome: outcomeOf(found, passed, broken),
    passed,
    decided: passed + broken + found.differs,
    rules: records.length,
    verdicts: countVerdicts(records.map(({ verdict }) => verdict)),
  };
}

function outcomeOf(found: Readonly<Record<Verdict, number>>, passed: number, broken: number): ClassRecord['outcome'] {
  if (broken > 0) return 'broken';
  if (found.inconclusive + found.blocked + found.error > 0) return 'undecided';
  if (found.differs > 0) return 'differs';
  if (passed > 0) return 'conformant';
  return found['not-claimed'] > 0 ? 'not-claimed' : 'not-judged';
}
