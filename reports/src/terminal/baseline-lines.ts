import type { ResultDocument } from '@gateproof/harness';
import { knownText } from '../text/known-text.ts';
import type { Style } from '../text/style.ts';
import { verdictLooks } from '../text/verdict-look.ts';
import { visibleText } from '../text/visible-text.ts';

/** The rules that the baseline knows to be red, one to a line. */
export function knownLines({ rules }: ResultDocument, style: Style): string[] {
  const known = rules.filter(({ verdict }) => verdict === 'known');
  const { mark, paint } = verdictLooks.known;
  if (known.length === 0) return [];
  const lines = known.map((record) => `  ${record.rule}  ${style.dim(visibleText(knownText(record)))}`);
  return [paint(style)(`${mark} Known from the baseline:`), ...lines];
}

/** The entries that turn the run red because they hold no longer. */
export function staleLines({ baseline }: ResultDocument, style: Style): string[] {
  const stale = baseline?.stale ?? [];
  if (stale.length === 0) return [];
  const head = style.red(
    `✗ ${stale.length === 1 ? 'An entry' : `${stale.length} entries`} of the baseline no longer true:`,
  );
  return [head, ...stale.map(({ rule, why }) => `  ${style.bold(visibleText(rule))}  ${visibleText(why)}`)];
}
