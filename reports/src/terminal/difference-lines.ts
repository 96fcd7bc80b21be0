import type { ResultDocument } from '@gateproof/harness';
import { capped } from '../text/capped.ts';
import { counted } from '../text/cut-text.ts';
import { wrapped } from '../text/fit-text.ts';
import { indented } from '../text/labelled.ts';
import type { Page } from '../text/page.ts';
import { verdictLooks } from '../text/verdict-look.ts';
import { visibleText } from '../text/visible-text.ts';

const maxLines = 2;

/** The differences from the contract that the profile declares, with their reasons. */
export function differenceLines({ summary }: ResultDocument, page: Page): string[] {
  if (summary.differences.length === 0) return [];
  const { mark, paint } = verdictLooks.differs;
  const lines = capped(summary.differences, 'difference', page, ({ repair, reason, rules }) =>
    wrapped(visibleText(`${repair}: ${reason} (${counted(rules.length, 'rule')})`), page.width - 2, maxLines),
  );
  return [paint(page.style)(`${mark} Accepted differences from the contract:`), ...indented(lines, 2)];
}
