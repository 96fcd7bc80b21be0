import type { CutShortRecord, DifferenceRecord, RuleRecord, SummaryRecord } from '../result/result-document.ts';
import { type DescribedCause, foldCauses } from './causes.ts';
import { classRecords } from './class-records.ts';
import { countVerdicts } from './count-verdicts.ts';
import { exitCodeOf } from './exit-code.ts';

/** What is known of a run beside its rules. */
export interface RunFacts {
  /** Warnings turn the run red. */
  readonly strict: boolean;
  readonly cutShort: CutShortRecord | undefined;
  readonly causes: readonly DescribedCause[];
  readonly differences: readonly DifferenceRecord[];
}

/** What the verdicts of a run come to. */
export function summarise(rules: readonly RuleRecord[], facts: RunFacts): SummaryRecord {
  const { strict, cutShort, causes, differences } = facts;
  const crashes = new Set(causes.filter(({ kind }) => kind === 'crash').map(({ id }) => id));
  const isBlockedByCrash = ({ verdict, causedBy }: RuleRecord) =>
    verdict === 'blocked' && causedBy !== undefined && crashes.has(causedBy);
  const verdicts = countVerdicts(rules.map(({ verdict }) => verdict));
  return {
    verdicts,
    exitCode: exitCodeOf(verdicts, { strict, cutShort, hasCrashed: rules.some(isBlockedByCrash) }),
    classes: classRecords(rules, strict),
    causes: foldCauses(rules, causes),
    differences,
  };
}
