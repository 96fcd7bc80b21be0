import type { CauseRecord, ResultDocument } from '@gateproof/harness';
import { counted } from '../text/cut-text.ts';
import { cutToWidth, wrapped } from '../text/fit-text.ts';
import { indented } from '../text/labelled.ts';
import type { Page } from '../text/page.ts';
import { visibleText } from '../text/visible-text.ts';

/** So many causes lead a report; the failures of the others stand on one line each. */
const maxLeading = 10;
const indent = 4;
const maxSentenceLines = 2;

/** The causes that a report begins with, the most important first. */
export function leadingCauses({ summary }: ResultDocument): readonly CauseRecord[] {
  return summary.causes.slice(0, maxLeading);
}

/** The leading causes, numbered, on at most three lines each: what is wrong, the exchange that shows it, and what fixing it changes. */
export function causeLines(document: ResultDocument, page: Page): string[] {
  const { causes } = document.summary;
  if (causes.length === 0) return [];
  const first = causes.length > maxLeading ? `the first ${maxLeading} of ` : '';
  const lines = leadingCauses(document).flatMap((cause, index) => {
    const [head = '', ...rest] = wrapped(visibleText(cause.sentence), page.width - indent, maxSentenceLines);
    const number = page.style.bold(String(index + 1).padStart(indent - 2));
    return [
      `${number}  ${head}`,
      ...indented([...rest, page.style.dim(cutToWidth(placeOfCause(cause).join(' · '), page.width - indent))], indent),
    ];
  });
  return [page.style.bold(`What is wrong: ${first}${counted(causes.length, 'cause')}`), ...lines];
}

/** What hangs on a cause, the exchange that shows it, and the rule that it is. */
export function placeOfCause({ rule, folded, proved, exchange }: CauseRecord): string[] {
  const count = counted(new Set(rule === undefined ? folded : [rule, ...folded]).size, 'rule');
  const weight = proved ? `fixing this turns ${count} green` : `${count} red because of it`;
  return [folded.length === 0 ? undefined : weight, exchange, rule].filter((part) => part !== undefined);
}
