import type { ResultDocument, RuleRecord, StaleEntry } from '../result/result-document.ts';
import { summarise } from '../run/summarise.ts';
import { type Baseline, type BaselineEntry, isCoverable, staleness } from './baseline.ts';

/**
 * The document with its known failures as `known`, which turn nothing red, and with the entries that hold no longer, which turn the run red. Entries
 * of rules that this run left out are passed over.
 */
export function applyBaseline(
  document: ResultDocument,
  baseline: Baseline,
  { strict, catalogue }: { readonly strict: boolean; readonly catalogue: ReadonlySet<string> },
): ResultDocument {
  const today = document.run.startedAt.slice(0, 10);
  const records = new Map(document.rules.map((record) => [record.rule, record]));
  const left = ({ rule }: BaselineEntry) => catalogue.has(rule) && !records.has(rule);
  const entries = baseline.entries.filter((entry) => !left(entry));
  const stale: StaleEntry[] = [];
  const holding = new Map<string, BaselineEntry>();
  for (const entry of entries) {
    const why = staleness(entry, records.get(entry.rule)?.verdict, { today, strict });
    if (why === undefined) holding.set(entry.rule, entry);
    else stale.push({ rule: entry.rule, why });
  }
  const rules = document.rules.map((record) => known(record, holding.get(record.rule), strict));
  const { causes, differences } = document.summary;
  const summary = summarise(rules, { strict, cutShort: document.run.cutShort, causes, differences });
  const code = summary.exitCode;
  return {
    ...document,
    rules,
    summary: { ...summary, exitCode: stale.length > 0 && code !== 2 && code !== 4 && code !== 5 ? 1 : code },
    baseline: { entries: entries.length, stale },
  };
}

function known(record: RuleRecord, entry: BaselineEntry | undefined, strict: boolean): RuleRecord {
  if (entry === undefined || !isCoverable(record.verdict, strict)) return record;
  const { reason, expires } = entry;
  const { causedBy: _cause, beside: _beside, ...rest } = record;
  return {
    ...rest,
    verdict: 'known',
    known: {
      verdict: record.verdict,
      ...(reason === undefined ? {} : { reason }),
      ...(expires === undefined ? {} : { expires }),
    },
  };
}
