import type { Rule } from '@gateproof/spec';
import type { ResultDocument, RuleRecord } from '../result/result-document.ts';
import type { DecidedRule } from '../run/decided-rule.ts';
import { causeOfRules, describedCause } from '../run/found-cause.ts';
import { ruleRecord } from '../run/rule-record.ts';
import type { Suite } from '../run/run-options.ts';
import { settleRules } from '../run/settle-rules.ts';
import { summarise } from '../run/summarise.ts';
import { checkParts, MergeError } from './check-parts.ts';
import { decidedOf } from './decided-of.ts';
import { evidenceOfParts } from './evidence-of-parts.ts';
import { joinCauses } from './join-causes.ts';
import { joinDifferences } from './join-differences.ts';
import { joinRun } from './join-run.ts';
import { joinStanding } from './join-standing.ts';
import { withOwnIds } from './with-own-ids.ts';

export interface MergeOptions {
  readonly suite: Suite;
  /** All rules of the party. */
  readonly catalogue: readonly Rule[];
  /** Warnings turn the run red. Default false. */
  readonly strict?: boolean;
}

/**
 * Joins the results of all shards of one run into the result that the whole run would have had: a standing rule holds where it holds in every shard, and
 * which rule is blocked by which, and what explains what, is settled among the rules of all.
 *
 * @throws MergeError when the results are not the parts of one run
 */
export function mergeResults(
  given: readonly ResultDocument[],
  { suite, catalogue, strict }: MergeOptions,
): ResultDocument {
  const [first, ...others] = checkParts(given).map(withOwnIds);
  if (first === undefined) throw new MergeError('there is nothing to merge');
  const parts = [first, ...others] as const;
  const evidence = evidenceOfParts(parts);
  const records = joinRecords(parts, catalogue);
  const crashes = new Set(parts.flatMap((part) => part.run.crashes?.map(({ id }) => id) ?? []));
  const rules = catalogue.filter(({ id }) => records.has(id));
  const decided = new Map(
    rules.flatMap((rule) => {
      const record = records.get(rule.id);
      return record === undefined ? [] : [[rule.id, decidedOf(record, rule, evidence.exchangesOf, crashes)] as const];
    }),
  );
  const settled = settleRules(rules, decided, { standing: suite.standing, history: evidence.historyOf });
  const causes = joinCauses(parts, settled, evidence);
  const causeOf = causeOfRules(causes);
  const joined = settled.map((entry) =>
    settledRecord(
      records.get(entry.rule.id),
      entry,
      causeOf.get(entry.decision.blockedBy ?? '') ?? causeOf.get(entry.rule.id),
    ),
  );
  const run = joinRun(parts.map((part) => part.run));
  const crashCauses = parts.flatMap(({ summary }) => summary.causes.filter(({ kind }) => kind === 'crash'));
  return {
    ...first,
    run,
    summary: summarise(joined, {
      strict: strict ?? false,
      cutShort: run.cutShort,
      causes: [...crashCauses.map(({ folded: _, waiting: __, ...cause }) => cause), ...causes.map(describedCause)],
      differences: joinDifferences(parts.map(({ summary }) => summary.differences)),
    }),
    rules: joined,
    exchanges: Object.assign({}, ...parts.map(({ exchanges }) => exchanges)),
    notes: [...new Set(parts.flatMap(({ notes }) => notes))],
  };
}

/** One record of each rule: a standing rule's shards are joined, an active rule was decided by one of them. */
function joinRecords(parts: readonly ResultDocument[], catalogue: readonly Rule[]): ReadonlyMap<string, RuleRecord> {
  const known = new Set(catalogue.map(({ id }) => id));
  const byRule = Map.groupBy(
    parts.flatMap(({ rules }) => rules),
    ({ rule }) => rule,
  );
  const unknown = [...byRule.keys()].find((rule) => !known.has(rule));
  if (unknown !== undefined)
    throw new MergeError(`this version knows no rule ${unknown}: merge with the version that ran the shards`);
  return new Map([...byRule].map(([rule, records]) => [rule, joinStanding(records)]));
}

/** The record as the whole run would have written it. */
function settledRecord(record: RuleRecord | undefined, entry: DecidedRule, cause: string | undefined): RuleRecord {
  const { decision, beside } = entry;
  const causedBy = cause ?? entry.causedBy;
  if (record === undefined || (decision.verdict === 'fail' && record.verdict !== 'fail'))
    return { ...ruleRecord({ ...entry, ...(causedBy === undefined ? {} : { causedBy }) }, undefined, (text) => text) };
  const { blockedBy: _, causedBy: __, beside: ___, reliesOn: ____, setup: _____, ...kept } = record;
  return {
    ...kept,
    verdict: decision.verdict,
    ...(decision.blockedBy === undefined ? {} : { blockedBy: decision.blockedBy }),
    ...(causedBy === undefined ? {} : { causedBy }),
    ...(beside === undefined ? {} : { beside }),
  };
}
