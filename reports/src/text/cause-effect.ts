import type { CauseRecord, ResultDocument, RuleRecord } from '@gateproof/harness';
import { counted } from './cut-text.ts';

/**
 * What hangs on a cause, as every report says it: `Fixing this makes 38 rules pass (1 failing, 37 blocked); 5 more can then be tested`. What was not
 * measured is called affected. Undefined for a rule that no other waits for.
 */
export function causeEffect(document: ResultDocument, cause: CauseRecord): string | undefined {
  const parts = effectParts(document, cause);
  return parts.length === 0 ? undefined : parts.join('; ');
}

/** The same in parts, the one with the number first. */
export function effectParts({ rules }: ResultDocument, { rule, folded, proved, waiting }: CauseRecord): string[] {
  const recordsOf = (ids: readonly string[]) =>
    rules.filter((record) => ids.includes(record.rule) && record.rule !== rule);
  const records = recordsOf(folded);
  const count = counted(records.length, 'rule');
  if (records.length === 0) return [];
  if (!proved && rule !== undefined) return [`${count} blocked by this rule`];
  if (!proved) return [`Up to ${count} affected (${verdictsOf(records)})`];
  const broken = recordsOf(waiting).filter(isBroken).length;
  const open = recordsOf(waiting).length - broken;
  return [
    `Fixing this makes ${count} pass (${verdictsOf(records)})`,
    ...(open === 0 ? [] : [`${open} more can then be tested`]),
    ...(broken === 0 ? [] : [`${broken} more ${broken === 1 ? 'needs' : 'need'} another fix as well`]),
  ];
}

/** `1 failing, 37 blocked`. */
function verdictsOf(records: readonly RuleRecord[]): string {
  const groups = Map.groupBy(records, (record) => (isBroken(record) ? 'failing' : record.verdict));
  return [...groups].map(([word, { length }]) => `${length} ${word}`).join(', ');
}

function isBroken({ verdict }: RuleRecord): boolean {
  return verdict === 'fail' || verdict === 'flaky';
}
