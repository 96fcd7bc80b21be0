import { type ConformanceClass, loadClasses } from '@gateproof/spec';
import type { Verdict } from '../check/verdict.ts';
import type { ClassRecord, RuleRecord } from '../result/result-document.ts';
import { countVerdicts } from './count-verdicts.ts';

type VerdictCounts = Readonly<Record<Verdict, number>>;

/** How each conformance class came out, in the catalogue's order. Classes without a rule in this run are left out. With `strict` a warning breaks its class. */
export function classRecords(rules: readonly RuleRecord[], strict: boolean): ClassRecord[] {
  const byClass = Map.groupBy(rules, (record) => record.class);
  const seen = new Set(rules.filter(({ verdict }) => isSeen(verdict)).map(({ rule }) => rule));
  return loadClasses().flatMap((conformanceClass) => {
    const { id, title } = conformanceClass;
    const records = byClass.get(id);
    if (records === undefined) return [];
    return [{ class: id, title, ...summaryOf(records, strict, notShown(conformanceClass, seen)) }];
  });
}

/** A declared difference is no gap of the run: what the rule states was looked at. */
function isSeen(verdict: Verdict): boolean {
  return verdict === 'pass' || verdict === 'warn' || verdict === 'differs';
}

/** What the floor of the class names and this run has not seen to work. */
function notShown({ floor }: ConformanceClass, seen: ReadonlySet<string>): string[] {
  return floor.filter((entry) => !entry.rules.some((rule) => seen.has(rule))).map(({ shows }) => shows);
}

function summaryOf(
  records: readonly RuleRecord[],
  strict: boolean,
  missing: readonly string[],
): Omit<ClassRecord, 'class' | 'title'> {
  // A baseline decides what turns a run red; it makes no class conformant.
  const found = countVerdicts(records.map(({ known, verdict }) => known?.verdict ?? verdict));
  const verdicts = countVerdicts(records.map(({ verdict }) => verdict));
  const passed = found.pass + (strict ? 0 : found.warn);
  const outcome = outcomeOf(verdicts, { strict, isShown: missing.length === 0, rules: records.length });
  return {
    claimed: found['not-claimed'] < records.length,
    outcome,
    ...(outcome === 'not-shown' ? { notShown: missing } : {}),
    passed,
    decided: passed + brokenIn(found, strict) + found.differs,
    rules: records.length,
    verdicts,
  };
}

/** A rule that is newer than the rule set says nothing of a class. */
function outcomeOf(
  verdicts: VerdictCounts,
  { strict, isShown, rules }: { readonly strict: boolean; readonly isShown: boolean; readonly rules: number },
): ClassRecord['outcome'] {
  if (verdicts['not-claimed'] === rules) return 'not-claimed';
  if (brokenIn(verdicts, strict) > 0) return 'broken';
  if (verdicts.inconclusive + verdicts.blocked + verdicts.error > 0) return 'undecided';
  if (verdicts.known > 0) return 'known';
  if (!isShown) return 'not-shown';
  return verdicts.differs > 0 ? 'differs' : 'conformant';
}

function brokenIn(counts: VerdictCounts, strict: boolean): number {
  return counts.fail + counts.flaky + (strict ? counts.warn : 0);
}
