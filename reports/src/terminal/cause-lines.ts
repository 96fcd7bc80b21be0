import type { ResultDocument, RuleRecord } from '@gateproof/harness';
import { counted } from '../text/cut-text.ts';
import type { Style } from '../text/style.ts';
import { visibleText } from '../text/visible-text.ts';

/** Each cause with the rules that fold under it, then what is blocked by something that is no cause. */
export function causeLines(document: ResultDocument, style: Style): string[] {
  const causes = document.summary.causes.filter(({ folded }) => folded.length > 0);
  const named = new Set(causes.flatMap(({ folded }) => folded));
  const lines = causes.flatMap(({ rule, folded }) => [
    `${style.bold(rule)} explains ${counted(folded.length, 'more red rule')}:`,
    ...folded.map((id) => `  ${style.dim('·')} ${id}`),
  ]);
  const others = document.rules.filter((record) => record.verdict === 'blocked' && !named.has(record.rule));
  return [...lines, ...blockedLines(others, style)];
}

function blockedLines(records: readonly RuleRecord[], style: Style): string[] {
  const byReason = Map.groupBy(records, (record) => record.reason ?? `blocked by ${record.blockedBy ?? 'the target'}`);
  return [...byReason].flatMap(([reason, blocked]) => [
    `${style.red(`⊘ ${counted(blocked.length, 'rule')} blocked`)}: ${visibleText(reason)}`,
    ...blocked.map(({ rule }) => `  ${style.dim('·')} ${rule}`),
  ]);
}
