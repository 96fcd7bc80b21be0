import type { FailureRecord, ResultDocument, RuleRecord } from '@gateproof/harness';
import { caseText } from './case-text.ts';
import { exchangeLines } from './exchange-lines.ts';
import { failureCommands } from './failure-commands.ts';
import { cutToWidth, wrapped } from './fit-text.ts';
import { besideLabels, indented, labelled } from './labelled.ts';
import type { Page } from './page.ts';
import { ruleHeading } from './rule-heading.ts';
import { shownExchange } from './shown-exchange.ts';
import { visibleText } from './visible-text.ts';

const maxRows = 15;
const indent = 2;
const maxLines = 2;
/** What was expected may list words that are allowed. */
const maxExpectedLines = 3;

/**
 * A broken rule on at most 15 rows: the statement and where it stands, expected and observed, the case, the one exchange that shows it, and the
 * commands to see it again. A record without a failure gives its heading and its reason.
 */
export function failureBrief(document: ResultDocument, record: RuleRecord, page: Page): string[] {
  const inner = { ...page, width: page.width - indent };
  const text = [
    ...wrapped(record.statement, inner.width, maxLines),
    page.style.dim(cutToWidth(`Contract: ${record.section}`, inner.width)),
    ...(record.failure === undefined ? reasonLines(record, inner) : failureLines(document, record.failure, inner)),
  ];
  const commands = failureCommands(document, record, inner, maxRows - 1 - text.length);
  return [ruleHeading(record, page.style), ...indented([...text, ...commands], indent)];
}

function reasonLines({ reason }: RuleRecord, { style, width }: Page): string[] {
  if (reason === undefined) return [];
  return labelled('reason', wrapped(visibleText(reason), besideLabels(width), maxExpectedLines), style.bold);
}

function failureLines(document: ResultDocument, failure: FailureRecord, { style, width }: Page): string[] {
  const room = besideLabels(width);
  const lines = (label: string, text: string | undefined, most: number, paint: (text: string) => string) =>
    text === undefined ? [] : labelled(label, wrapped(visibleText(text), room, most), paint);
  const shown = shownExchange(document, failure);
  return [
    ...lines('expected', failure.expected, maxExpectedLines, style.green),
    ...lines('observed', failure.observed, maxLines, style.red),
    ...lines('on replay', failure.onReplay, 1, style.yellow),
    ...lines('case', caseText(failure.case.input), 1, style.bold),
    ...(shown === undefined ? [] : labelled(shown.id, exchangeLines(shown, room), style.cyan)),
  ];
}
