import type { ResultDocument, RuleRecord } from '@gateproof/harness';
import { capped } from '../text/capped.ts';
import { counted } from '../text/cut-text.ts';
import { wrapped } from '../text/fit-text.ts';
import { indented } from '../text/labelled.ts';
import type { Page } from '../text/page.ts';
import { ruleNames } from '../text/rule-names.ts';
import { verdictLooks } from '../text/verdict-look.ts';
import { visibleText } from '../text/visible-text.ts';

const maxNamed = 4;
const maxLines = 2;
const indent = 2;

/** Warnings in short, those that expected the same together: what was expected, what one of them saw, and which rules warn. */
export function warningLines(document: ResultDocument, page: Page): string[] {
  const warned = document.rules.filter(({ verdict }) => verdict === 'warn');
  if (warned.length === 0) return [];
  const { mark, paint } = verdictLooks.warn;
  const groups = [...Map.groupBy(warned, ({ failure, statement }) => failure?.expected ?? statement).values()];
  return [
    paint(page.style)(`${mark} ${counted(warned.length, 'warning')}`),
    ...capped(groups, 'warning', page, (records) => groupLines(records, page)),
  ];
}

function groupLines(records: readonly RuleRecord[], { style, width, verbose }: Page): string[] {
  const ids = records.map(({ rule }) => rule);
  const names = wrapped(ruleNames(ids, verbose ? ids.length : maxNamed), width - indent);
  const [first] = records;
  const text = first === undefined ? [] : wrapped(visibleText(findingOf(first)), width - 2 * indent, maxLines);
  return [...indented(names, indent).map(style.bold), ...indented(text, 2 * indent)];
}

function findingOf({ failure, reason, statement }: RuleRecord): string {
  return failure === undefined ? (reason ?? statement) : `expected ${failure.expected}; observed ${failure.observed}`;
}
