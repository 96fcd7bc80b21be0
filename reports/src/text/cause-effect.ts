import type { CauseRecord, ResultDocument, Verdict } from '@gateproof/harness';
import { counted } from './cut-text.ts';

/** The rules that a cause keeps from passing, its own among them. */
export function rulesOfCause({ rule, folded }: CauseRecord): string[] {
  return [...new Set(rule === undefined ? folded : [rule, ...folded])];
}

/** What fixing a cause changes: `fixing this makes 38 rules pass`; where that was not measured, how many rules it affects. */
export function causeEffect(cause: CauseRecord): string {
  const count = counted(rulesOfCause(cause).length, 'rule');
  return cause.proved ? `fixing this makes ${count} pass` : `affects ${count}`;
}

/** The same with the verdicts of those rules: `Fixing this makes 38 rules pass (1 failing, 37 blocked); 5 more can then be tested`. */
export function causeEffectInFull(document: ResultDocument, cause: CauseRecord): string {
  const ids = new Set(rulesOfCause(cause));
  const records = document.rules.filter(({ rule }) => ids.has(rule));
  const verdicts = [...Map.groupBy(records, ({ verdict }) => verdict)];
  const counts = verdicts.map(([verdict, same]) => `${same.length} ${verdictWord(verdict)}`).join(', ');
  const more = cause.waiting.length === 0 ? '' : `; ${cause.waiting.length} more can then be tested`;
  const effect = causeEffect(cause);
  return `${effect.slice(0, 1).toUpperCase()}${effect.slice(1)}${counts === '' ? '' : ` (${counts})`}${more}`;
}

function verdictWord(verdict: Verdict): string {
  return verdict === 'fail' ? 'failing' : verdict;
}
