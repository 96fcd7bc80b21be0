import { isCoverable } from '../baseline/baseline.ts';
import type { ResultDocument, RuleRecord } from '../result/result-document.ts';
import { summarise } from '../run/summarise.ts';

/** The rule set that a run is judged by. */
export interface AppliedRuleSet {
  readonly id: string;
  /** Ids of the rules that are newer than it. */
  readonly provisional: ReadonlySet<string>;
  /** Warnings turn the run red. */
  readonly strict: boolean;
}

/**
 * The document under a rule set: red rules that are newer than it are `provisional`, which turns nothing red. The shard of a run only names the set: it is
 * applied to the merged result.
 */
export function applyRuleSet(document: ResultDocument, { id, provisional, strict }: AppliedRuleSet): ResultDocument {
  const named: ResultDocument = { ...document, run: { ...document.run, ruleset: id } };
  if (document.run.shard !== undefined) return named;
  const rules = document.rules.map((record) => (provisional.has(record.rule) ? asProvisional(record, strict) : record));
  if (rules.every((record, place) => record === document.rules[place])) return named;
  const { causes, differences } = document.summary;
  return {
    ...named,
    rules,
    summary: summarise(rules, { strict, cutShort: document.run.cutShort, causes, differences }),
  };
}

function asProvisional(record: RuleRecord, strict: boolean): RuleRecord {
  if (!isCoverable(record.verdict, strict)) return record;
  const { causedBy: _cause, beside: _beside, ...rest } = record;
  return { ...rest, verdict: 'provisional', provisional: { verdict: record.verdict } };
}
