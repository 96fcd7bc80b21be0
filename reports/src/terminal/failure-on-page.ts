import type { ResultDocument, RuleRecord } from '@gateproof/harness';
import { failureBrief } from '../text/failure-brief.ts';
import { failureLine } from '../text/failure-line.ts';
import { failureText } from '../text/failure-text.ts';
import type { Page } from '../text/page.ts';

const body = { characters: 1_500, lines: 40 };

/** A failure in 15 rows; with `verbose` the whole of it. */
export function failureInFull(document: ResultDocument, record: RuleRecord, page: Page): string[] {
  return page.verbose ? whole(document, record, page) : failureBrief(document, record, page);
}

/** A failure on one line; with `verbose` the whole of it. */
export function failureInShort(document: ResultDocument, record: RuleRecord, page: Page): string[] {
  return page.verbose ? whole(document, record, page) : [failureLine(record, page)];
}

function whole(document: ResultDocument, record: RuleRecord, { style, width }: Page): string[] {
  return [...failureText(document, record, { style, width, body }), ''];
}
