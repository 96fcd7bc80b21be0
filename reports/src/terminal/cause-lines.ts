import type { CauseRecord, ResultDocument } from '@gateproof/harness';
import { effectParts } from '../text/cause-effect.ts';
import { counted } from '../text/cut-text.ts';
import { cutToWidth, wrapped } from '../text/fit-text.ts';
import { indented } from '../text/labelled.ts';
import type { Page } from '../text/page.ts';
import { visibleText } from '../text/visible-text.ts';
import { leadingCauses } from './leading-causes.ts';

const indent = 4;
const maxSentenceLines = 2;

/** The leading causes, numbered, on at most three lines each: what is wrong, the exchange that shows it, and what fixing it changes. */
export function causeLines(document: ResultDocument, page: Page): string[] {
  const lines = leadingCauses(document).flatMap((cause, index) => {
    const [head = '', ...rest] = wrapped(visibleText(cause.sentence), page.width - indent, maxSentenceLines);
    const number = page.style.bold(String(index + 1).padStart(indent - 2));
    return [
      `${number}  ${head}`,
      ...indented(
        [...rest, page.style.dim(cutToWidth(placeOfCause(document, cause).join(' · '), page.width - indent))],
        indent,
      ),
    ];
  });
  return lines.length === 0 ? [] : [page.style.bold(causesHeading(document)), ...lines];
}

/** `What is wrong: the first 10 of 16 causes`. */
export function causesHeading(document: ResultDocument): string {
  const [all, leading] = [document.summary.causes.length, leadingCauses(document).length];
  return `What is wrong: ${leading < all ? `the first ${leading} of ` : ''}${counted(all, 'cause')}`;
}

/** What hangs on a cause, the exchange that shows it, and the rule that it is. */
export function placeOfCause(document: ResultDocument, cause: CauseRecord): string[] {
  const { exchange, rule } = cause;
  const [effect, ...more] = effectParts(document, cause);
  return [effect, exchange, rule, ...more].filter((part) => part !== undefined);
}
