import type { CauseRecord } from '@gateproof/harness';

/** The rules that a cause keeps from passing, its own first. */
export function rulesOfCause({ rule, folded }: CauseRecord): string[] {
  return [...new Set(rule === undefined ? folded : [rule, ...folded])];
}
