import type { Exchange } from '../exchange/exchange.ts';
import type { DecidedRule } from './decided-rule.ts';

/** The exchanges of the case that makes a rule red: the one that broke it, otherwise the one whose set-up failed. */
export function evidenceOf({ broken, report }: DecidedRule): readonly Exchange[] {
  return broken?.exchanges ?? report?.setupFailure?.exchanges ?? [];
}

/** Those of them that were named as showing the break, or the step that failed. Empty where none was named. */
export function namedIn(entry: DecidedRule): readonly Exchange[] {
  const { broken, report } = entry;
  const ids = broken?.finding.exchanges ?? report?.setupFailure?.shownBy ?? [];
  return evidenceOf(entry).filter(({ id }) => ids.includes(id));
}

/** True for a rule that may be red for something else: it is broken for sure, or was not decided. */
export function mayFollow({ decision: { verdict } }: DecidedRule): boolean {
  return verdict === 'fail' || verdict === 'blocked' || verdict === 'inconclusive';
}
