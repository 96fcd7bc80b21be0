import type { Rule } from '@gateproof/spec';
import type { Exchange } from '../exchange/exchange.ts';
import type { RuleRecord } from '../result/result-document.ts';
import { asClient } from '../run/asking-client.ts';
import type { BrokenCase, CheckReport, Replayed } from '../run/check-report.ts';
import type { DecidedRule } from '../run/decided-rule.ts';

type ExchangesOf = (ids: readonly string[]) => readonly Exchange[];

/**
 * Reads a rule back from a shard's record as it was before its shard settled which rule is blocked by which.
 *
 * @param crashes ids of the requests that make the target go away: what one of them blocks stays blocked
 */
export function decidedOf(
  record: RuleRecord,
  rule: Rule,
  exchangesOf: ExchangesOf,
  crashes: ReadonlySet<string>,
): DecidedRule {
  const broken = brokenOf(record, exchangesOf);
  const report = rule.kind === 'active' ? reportOf(record, exchangesOf) : undefined;
  const { reason, missing, reliesOn, causedBy } = record;
  const isCrashed = record.verdict === 'blocked' && causedBy !== undefined && crashes.has(causedBy);
  return {
    rule,
    decision: {
      verdict: record.verdict === 'blocked' && !isCrashed ? 'inconclusive' : record.verdict,
      ...(reason === undefined ? {} : { reason }),
      ...(missing === undefined ? {} : { missing }),
      ...(reliesOn === undefined ? {} : { prerequisite: reliesOn }),
    },
    ...(report === undefined ? {} : { report }),
    ...(broken === undefined ? {} : { broken }),
    ...(isCrashed ? { causedBy } : {}),
  };
}

function reportOf(
  { rule, cases, durationMs, witnesses, setup, verdict, reliesOn }: RuleRecord,
  exchangesOf: ExchangesOf,
): CheckReport {
  return {
    rule,
    ...cases,
    durationMs,
    witnesses: verdict === 'pass' ? exchangesOf(witnesses) : [],
    idleReasons: [],
    notArranged: false,
    cutShort: false,
    ...(setup === undefined
      ? {}
      : {
          setupFailure: {
            ...{ what: setup.what, prerequisite: reliesOn, isLasting: setup.isLasting, shownBy: setup.shownBy },
            ...{ input: setup.case.input, seed: setup.case.seed, path: setup.case.path },
            ...asClient(setup.case.client),
            exchanges: exchangesOf(setup.exchanges),
          },
        }),
  };
}

function brokenOf({ failure, verdict }: RuleRecord, exchangesOf: ExchangesOf): BrokenCase | undefined {
  if (failure === undefined) return undefined;
  const { check, seed, path, client, input, shrinks } = failure.case;
  return {
    check,
    seed,
    path,
    ...asClient(client),
    input,
    shrinks,
    finding: { expected: failure.expected, observed: failure.observed, exchanges: failure.shownBy },
    exchanges: exchangesOf(failure.exchanges),
    replayed: replayedOf(verdict, failure.onReplay ?? ''),
  };
}

function replayedOf(verdict: RuleRecord['verdict'], saw: string): Replayed {
  if (verdict === 'flaky') return { kind: 'held', saw };
  return verdict === 'inconclusive' || verdict === 'blocked' ? { kind: 'undecided', why: saw } : { kind: 'broke' };
}
