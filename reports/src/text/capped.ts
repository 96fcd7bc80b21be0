import { counted } from './cut-text.ts';
import type { Page } from './page.ts';

const defaultEntries = 10;

/** The lines of the first entries of a list, ten unless the page says otherwise, or of all with `verbose`, and a line that counts the others. */
export function capped<Entry>(
  entries: readonly Entry[],
  noun: string,
  page: Page,
  linesOf: (entry: Entry) => readonly string[],
): string[] {
  const kept = page.verbose ? entries : entries.slice(0, page.maxEntries ?? defaultEntries);
  const left = entries.length - kept.length;
  const more = left > 0 ? [page.style.dim(`  … ${counted(left, `more ${noun}`)}: --verbose`)] : [];
  return [...kept.flatMap(linesOf), ...more];
}
