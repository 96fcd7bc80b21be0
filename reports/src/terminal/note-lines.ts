import type { ResultDocument } from '@gateproof/harness';
import { capped } from '../text/capped.ts';
import { counted } from '../text/cut-text.ts';
import { wrapped } from '../text/fit-text.ts';
import { indented } from '../text/labelled.ts';
import type { Page } from '../text/page.ts';
import { visibleText } from '../text/visible-text.ts';

const maxLines = 2;
const indent = 2;

/** The notes about the run, counted; those with the same text once. */
export function noteLines({ notes }: ResultDocument, page: Page): string[] {
  if (notes.length === 0) return [];
  const groups = [...Map.groupBy(notes, (note) => note)];
  return [
    page.style.yellow(counted(notes.length, 'note')),
    ...capped(groups, 'note', page, ([note, same]) => {
      const text = same.length === 1 ? note : `${note} (${same.length} times)`;
      return indented(wrapped(visibleText(text), page.width - indent, page.verbose ? undefined : maxLines), indent);
    }),
  ];
}
