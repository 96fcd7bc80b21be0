import type { Verdict } from '../check/verdict.ts';
import type { ResultDocument, RuleRecord } from '../result/result-document.ts';

/**
 * How a rule differs between two results.
 *
 * - `broken`: it is broken now, and was not
 * - `lost`: it held, and is not tested any more
 * - `unseen`: it was broken, and is not tested any more: nobody knows whether it holds
 * - `seen`: it is seen to be broken now, and was not tested before: it may have been broken all along
 * - `fixed`: it was broken, and holds now
 * - `decided`: it holds now, and was not tested before
 * - `warns`, `warned`: a warning came or went
 * - `new`, `gone`: only the later or the earlier result has it
 */
export const changeKinds = [
  'broken',
  'lost',
  'unseen',
  'seen',
  'fixed',
  'decided',
  'warns',
  'warned',
  'new',
  'gone',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

export interface RuleChange {
  readonly kind: ChangeKind;
  readonly rule: string;
  /** Absent for a new rule. */
  readonly before?: RuleRecord;
  /** Absent for a rule that is gone. */
  readonly after?: RuleRecord;
}

export interface Comparison {
  readonly changes: readonly RuleChange[];
  /** Rules that both results have. */
  readonly common: number;
  /**
   * 1: a rule became broken. 3: none did, but one that was tested is not any more. 0: neither. What is only seen to be broken now does not count, nor do new
   * rules and rules that are gone.
   */
  readonly exitCode: 0 | 1 | 3;
}

type State = 'holds' | 'warns' | 'broken' | 'undecided';

/** What was found: a declared difference is a break as well. */
const states: Readonly<Record<Verdict, State>> = {
  pass: 'holds',
  warn: 'warns',
  fail: 'broken',
  flaky: 'broken',
  differs: 'broken',
  known: 'broken',
  provisional: 'broken',
  inconclusive: 'undecided',
  blocked: 'undecided',
  error: 'undecided',
  'not-applicable': 'undecided',
  'not-claimed': 'undecided',
};

/** The kind of change for each state before and after; none where nothing changed. */
const kinds: Readonly<Record<State, Readonly<Partial<Record<State, ChangeKind>>>>> = {
  holds: { warns: 'warns', broken: 'broken', undecided: 'lost' },
  warns: { holds: 'warned', broken: 'broken', undecided: 'lost' },
  broken: { holds: 'fixed', warns: 'fixed', undecided: 'unseen' },
  undecided: { holds: 'decided', warns: 'decided', broken: 'seen' },
};

/** What changed from one result to a later one, rule by rule, in the order of `changeKinds`. Baselines change nothing: what was found is compared. */
export function compareResults(before: ResultDocument, after: ResultDocument): Comparison {
  const earlier = new Map(before.rules.map((record) => [record.rule, record]));
  const later = new Map(after.rules.map((record) => [record.rule, record]));
  const rules = [...new Set([...later.keys(), ...earlier.keys()])];
  const found = rules.flatMap((rule) => changeOf(rule, earlier.get(rule), later.get(rule)) ?? []);
  const changes = changeKinds.flatMap((kind) => found.filter((change) => change.kind === kind));
  const has = (kind: ChangeKind) => changes.some((change) => change.kind === kind);
  return {
    changes,
    common: rules.filter((rule) => earlier.has(rule) && later.has(rule)).length,
    exitCode: has('broken') ? 1 : has('lost') || has('unseen') ? 3 : 0,
  };
}

function changeOf(rule: string, before?: RuleRecord, after?: RuleRecord): RuleChange | undefined {
  if (before === undefined) return after === undefined ? undefined : { kind: 'new', rule, after };
  if (after === undefined) return { kind: 'gone', rule, before };
  const kind = kinds[stateOf(before)][stateOf(after)];
  return kind === undefined ? undefined : { kind, rule, before, after };
}

function stateOf({ verdict, known, provisional }: RuleRecord): State {
  return states[known?.verdict ?? provisional?.verdict ?? verdict];
}
