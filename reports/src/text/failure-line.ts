import type { RuleRecord } from '@gateproof/harness';
import { cutToWidth } from './fit-text.ts';
import type { Page } from './page.ts';
import { verdictLooks } from './verdict-look.ts';
import { visibleText } from './visible-text.ts';

/** A rule that is not green on one line: its mark, its id and what was seen. */
export function failureLine(record: RuleRecord, { style, width }: Page): string {
  const { mark, paint } = verdictLooks[record.verdict];
  const seen = record.failure?.observed ?? record.reason ?? record.statement;
  const room = width - record.rule.length - mark.length - 3;
  const text = room < 10 ? '' : `  ${style.dim(cutToWidth(visibleText(seen), room))}`;
  return `${paint(style)(mark)} ${record.rule}${text}`;
}
