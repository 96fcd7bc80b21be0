import type { ResultDocument, RuleRecord } from '@gateproof/harness';
import { counted } from '../text/cut-text.ts';
import type { Style } from '../text/style.ts';
import { visibleText } from '../text/visible-text.ts';
import { namedRules } from './named-rules.ts';

/** Each cause with the rules that fold under it, then what is blocked by something that is no cause. */
export function causeLines(document: ResultDocument, style: Style): string[] {
  const causes = document.summary.causes.filter(({ folded }) => folded.length > 0);
  const folded = new Set(causes.flatMap((cause) => cause.folded));
  const lines = causes.flatMap((cause) => [
    `${style.bold(cause.id)} explains ${counted(cause.folded.length, 'more red rule')}:`,
    ...namedRules(cause.folded, style),
  ]);
  const others = document.rules.filter((record) => record.verdict === 'blocked' && !folded.has(record.rule));
  const all = document.rules.length;
  return [...lines, ...blockedLines(others, all, style)];
}

/** What blocks every rule needs no list of them. */
function blockedLines(records: readonly RuleRecord[], all: number, style: Style): string[] {
  const byReason = Map.groupBy(records, (record) => record.reason ?? `blocked by ${record.blockedBy ?? 'the target'}`);
  return [...byReason].flatMap(([reason, blocked]) => [
    `${style.red(`⊘ ${counted(blocked.length, 'rule')} blocked`)}: ${visibleText(reason)}`,
    ...(blocked.length === all && all > 1
      ? []
      : namedRules(
          blocked.map(({ rule }) => rule),
          style,
        )),
  ]);
}
