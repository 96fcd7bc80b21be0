import { harmOfRule, worstOf } from '../check/harm.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { DecidedRule } from './decided-rule.ts';
import { evidenceOf, namedIn } from './evidence-of.ts';
import type { FoundCause } from './found-cause.ts';

/** A trouble by which many rules of a suite can be broken at once. */
export interface Symptom {
  readonly id: string;
  /** What is wrong with a target of which many rules show it. */
  readonly sentence: string;
  /** Nothing folds under it unless one of these rules does. Default: any will do. */
  readonly oneOf?: readonly string[];
  /** True when the exchanges of a case that broke this rule show it. */
  shows(rule: string, exchanges: readonly Exchange[]): boolean;
}

/** A few rules that show the same stay apart: each may have a reason of its own. */
const leastRules = 4;

/**
 * Symptoms that many broken rules show. A rule folds under the first of `symptoms` that its case shows and that enough others show with it, so the
 * narrow ones come first; the rule with the smallest case leads. Nothing proves that what shows alike has one reason.
 */
export function sharedSymptoms(decided: readonly DecidedRule[], symptoms: readonly Symptom[]): FoundCause[] {
  const isBroken = ({ decision: { verdict } }: DecidedRule) => verdict === 'fail' || verdict === 'flaky';
  let left = decided.filter(isBroken).toSorted((one, other) => effortToRead(one) - effortToRead(other));
  return symptoms.flatMap((symptom): FoundCause[] => {
    const shown = left.filter((entry) => symptom.shows(entry.rule.id, shownIn(entry)));
    const [first] = shown;
    const rules = shown.map(({ rule }) => rule.id);
    const { id, sentence, oneOf = rules } = symptom;
    if (first === undefined || rules.length < leastRules || !oneOf.some((rule) => rules.includes(rule))) return [];
    left = left.filter((entry) => !shown.includes(entry));
    const harm = worstOf(rules.map(harmOfRule));
    return [{ id, kind: 'symptom', sentence, harm, proved: false, shownBy: shownIn(first).at(-1), rules }];
  });
}

/** What was seen on every replay, and in few exchanges, comes first. */
function effortToRead(entry: DecidedRule): number {
  return evidenceOf(entry).length + (entry.decision.verdict === 'flaky' ? 1_000 : 0);
}

function shownIn(entry: DecidedRule): readonly Exchange[] {
  const named = namedIn(entry);
  return named.length > 0 ? named : evidenceOf(entry);
}
