import type { FailureRecord, ResultDocument, RuleRecord } from '@gateproof/harness';
import { hintsOf, textExcerpt } from './body-excerpt.ts';
import { type CaseStep, caseSteps } from './case-steps.ts';
import { caseText } from './case-text.ts';
import { cutMiddle } from './cut-middle.ts';
import { exchangeLines } from './exchange-lines.ts';
import { aboutLines, curlLines, replayLines, wholeLines } from './failure-commands.ts';
import { cutToWidth, widthOf, wrapped } from './fit-text.ts';
import { besideLabels, indented, labelled } from './labelled.ts';
import type { Page } from './page.ts';
import { ruleHeading } from './rule-heading.ts';
import { shownExchange } from './shown-exchange.ts';
import type { Style } from './style.ts';
import { visibleText } from './visible-text.ts';

const mostLines = 16;
const indent = 2;
const maxLines = 2;
/** What was expected may list words that are allowed. */
const maxExpectedLines = 3;

/**
 * A broken rule on at most 16 lines: the case that broke it, the statement and where it stands, expected and observed, the requests that decided, the
 * part of the last answer that shows it, `curl`, the command that runs its case again, and where the rule is explained. Where they do not fit, the body
 * gives way to `curl`, and `curl` to the command that prints the whole failure.
 * A record without a failure gives its heading and its reason.
 */
export function failureBrief(document: ResultDocument, record: RuleRecord, page: Page): string[] {
  const inner = { ...page, width: page.width - indent };
  const words = record.failure === undefined ? undefined : caseText(record.failure.case);
  const statement = [
    ...(words === undefined ? [] : [page.style.bold(cutToWidth(visibleText(`Case: ${words}`), inner.width))]),
    ...wrapped(record.statement, inner.width, maxLines),
    page.style.dim(cutToWidth(`Contract: ${record.section}`, inner.width)),
  ];
  const { failure } = record;
  const room = mostLines - 1 - statement.length;
  const rest =
    failure === undefined ? reasonLines(record, inner) : failureLines(document, record, failure, inner, room);
  return [ruleHeading(record, page.style), ...indented([...statement, ...rest], indent)];
}

function reasonLines({ reason }: RuleRecord, { style, width }: Page): string[] {
  if (reason === undefined) return [];
  return labelled('reason', wrapped(visibleText(reason), besideLabels(width), maxExpectedLines), style.bold);
}

function failureLines(
  document: ResultDocument,
  record: RuleRecord,
  failure: FailureRecord,
  page: Page,
  room: number,
): string[] {
  const finding = findingLines(failure, page);
  const replay = replayLines(failure, page);
  const about = aboutLines(record, page);
  const curl = curlLines(document, failure, page);
  const exchanges = [3, 2, 1, 0].map((bodyLines) => shownLines(document, failure, page, bodyLines));
  const ends = [
    ...(curl === undefined
      ? []
      : [
          [...curl, ...replay, ...about],
          [...curl, ...replay],
        ]),
    [...wholeLines(record, page), ...replay, ...about],
    [...replay, ...about],
  ];
  const ways = ends.flatMap((end) => exchanges.map((exchange) => [...exchange, ...end]));
  return [...finding, ...(ways.find((lines) => lines.length <= room - finding.length) ?? replay)];
}

function findingLines(failure: FailureRecord, { style, width }: Page): string[] {
  const room = besideLabels(width);
  const lines = (label: string, text: string | undefined, most: number, paint: (text: string) => string) =>
    text === undefined ? [] : labelled(label, textExcerpt(text, [], room, most), paint);
  return [
    ...lines('expected', failure.expected, maxExpectedLines, style.green),
    ...lines('observed', failure.observed, maxLines, style.red),
    ...lines('on replay', failure.onReplay, 1, style.yellow),
  ];
}

/** What an observation repeats of a body. */
const repeatedCharacters = 20;

/** The requests that decided, or the one exchange that shows the break, and its body unless what was observed has it already. */
function shownLines(
  document: ResultDocument,
  failure: FailureRecord,
  { style, width }: Page,
  maxBodyLines: number,
): string[] {
  const shown = shownExchange(document, failure);
  if (shown === undefined) return [];
  const room = besideLabels(width);
  const [head = '', ...body] = exchangeLines(shown, { width: room, maxBodyLines, hints: hintsOf(failure) });
  const isRepeated = body[0] !== undefined && failure.observed.includes(body[0].slice(0, repeatedCharacters));
  const steps = caseSteps(document, failure);
  const heads =
    steps.length === 0
      ? labelled(shown.id, [head], style.cyan)
      : steps.map((step, index) => stepLine(step, index, { room, style, isLast: index === steps.length - 1 }));
  return isRepeated ? heads : [...heads, ...labelled('', body)];
}

const ordinals = ['1st', '2nd', '3rd', '4th'];

interface StepLayout {
  readonly room: number;
  readonly style: Style;
  readonly isLast: boolean;
}

function stepLine({ exchange, text, times }: CaseStep, index: number, { room, style, isLast }: StepLayout): string {
  const end = ` · ${exchange.id}${times === 1 ? '' : ` (${times} times)`}${isLast ? style.red(' ◀') : ''}`;
  return labelled(ordinals[index] ?? '', [`${cutMiddle(text, room - widthOf(end))}${end}`], style.cyan).join();
}
