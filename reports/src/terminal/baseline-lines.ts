import type { ResultDocument } from '@gateproof/harness';
import { capped } from '../text/capped.ts';
import { cutToWidth } from '../text/fit-text.ts';
import { knownText } from '../text/known-text.ts';
import { indented } from '../text/labelled.ts';
import type { Page } from '../text/page.ts';
import { verdictLooks } from '../text/verdict-look.ts';
import { visibleText } from '../text/visible-text.ts';

/** The rules that the baseline knows to be red, one to a line. */
export function knownLines({ rules }: ResultDocument, page: Page): string[] {
  const known = rules.filter(({ verdict }) => verdict === 'known');
  const { mark, paint } = verdictLooks.known;
  if (known.length === 0) return [];
  const lines = capped(known, 'known failure', page, (record) => [entryLine(record.rule, knownText(record), page)]);
  return [paint(page.style)(`${mark} Known from the baseline:`), ...indented(lines, 2)];
}

/** The entries that turn the run red because they hold no longer. */
export function staleLines({ baseline }: ResultDocument, page: Page): string[] {
  const stale = baseline?.stale ?? [];
  if (stale.length === 0) return [];
  const head = `✗ ${stale.length === 1 ? 'An entry' : `${stale.length} entries`} of the baseline no longer true:`;
  const lines = capped(stale, 'entry', page, ({ rule, why }) => [entryLine(rule, why, page)]);
  return [page.style.red(head), ...indented(lines, 2)];
}

function entryLine(rule: string, text: string, { width }: Page): string {
  return cutToWidth(visibleText(`${rule}: ${text}`), width - 2);
}
