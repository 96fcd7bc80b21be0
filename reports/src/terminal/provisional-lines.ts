import type { ResultDocument } from '@gateproof/harness';
import { capped } from '../text/capped.ts';
import { cutToWidth } from '../text/fit-text.ts';
import { indented } from '../text/labelled.ts';
import type { Page } from '../text/page.ts';
import { verdictLooks } from '../text/verdict-look.ts';
import { visibleText } from '../text/visible-text.ts';

/** The red rules that are newer than the rule set of the run, one to a line. */
export function provisionalLines({ rules, run }: ResultDocument, page: Page): string[] {
  const provisional = rules.filter(({ verdict }) => verdict === 'provisional');
  if (provisional.length === 0) return [];
  const { mark, paint } = verdictLooks.provisional;
  const lines = capped(provisional, 'provisional rule', page, (record) => [
    cutToWidth(visibleText(`${record.rule}: ${record.provisional?.verdict}; ${record.statement}`), page.width - 2),
  ]);
  const head = `${mark} Newer than rule set ${run.ruleset}, and not counted yet:`;
  return [paint(page.style)(head), ...indented(lines, 2)];
}
