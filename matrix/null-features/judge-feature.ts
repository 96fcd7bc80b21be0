import type { ResultDocument, RuleRecord } from '@gateproof/harness';
import { isNamed, type NullFeature } from './null-feature.ts';

/** How a run against a simulator without one feature came out. Both lists are empty when it is as it should be. */
export interface FeatureRow {
  readonly feature: string;
  /** Rules about the feature that passed although it is not there. */
  readonly unearned: readonly string[];
  /** Rules about other features that turned red, with their verdicts. */
  readonly reddened: readonly string[];
}

const red: ReadonlySet<string> = new Set(['fail', 'flaky', 'inconclusive', 'blocked', 'error']);

/** Compares a run with what the missing feature lets hold. */
export function judgeFeature(feature: NullFeature, document: ResultDocument): FeatureRow {
  const ofFeature = (rule: string) => isNamed(rule, feature.rules);
  const holdsWithout = (rule: string) => isNamed(rule, Object.keys(feature.hold ?? {}));
  const verdicts = new Map(document.rules.map(({ rule, verdict }) => [rule, verdict]));
  // What a red rule of the feature blocks is no finding of its own.
  const isBlockedByFeature = ({ verdict, blockedBy = '' }: RuleRecord) =>
    verdict === 'blocked' && ofFeature(blockedBy) && red.has(verdicts.get(blockedBy) ?? '');
  return {
    feature: feature.id,
    unearned: document.rules
      .filter(({ rule, verdict }) => verdict === 'pass' && ofFeature(rule) && !holdsWithout(rule))
      .map(({ rule }) => rule),
    reddened: document.rules
      .filter((record) => red.has(record.verdict) && !ofFeature(record.rule) && !isBlockedByFeature(record))
      .map(({ rule, verdict }) => `${rule}=${verdict}`),
  };
}
