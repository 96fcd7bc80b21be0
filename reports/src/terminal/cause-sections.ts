import type { CauseRecord, FailureRecord, ResultDocument, RuleRecord } from '@gateproof/harness';
import { hintsOf } from '../text/body-excerpt.ts';
import { causeEffect } from '../text/cause-effect.ts';
import { counted } from '../text/cut-text.ts';
import { exchangeLines } from '../text/exchange-lines.ts';
import { curlLines, replayLines } from '../text/failure-commands.ts';
import { wrapped } from '../text/fit-text.ts';
import { besideLabels, indented, labelled } from '../text/labelled.ts';
import type { Page } from '../text/page.ts';
import { visibleText } from '../text/visible-text.ts';
import { failureInFull, failureInShort } from './failure-on-page.ts';
import { failureOfCause, leadingCauses } from './leading-causes.ts';

const indent = 2;
const maxSentenceLines = 3;
const maxExpectedLines = 2;

/**
 * Each leading cause with its failure and one line for each failure that folds under it, then one line for each failure beyond them. With
 * `verbose` every failure is whole.
 */
export function causeSections(document: ResultDocument, page: Page): string[][] {
  const causes = leadingCauses(document);
  const sections = causes.map((cause, index) => causeSection(document, cause, index + 1, page));
  const shown = new Set(causes.flatMap(({ rule = '', folded }) => [rule, ...folded]));
  const others = document.rules.filter((record) => isBroken(record) && !shown.has(record.rule));
  if (others.length === 0) return sections;
  const head = page.style.bold(counted(others.length, 'other failure'));
  return [...sections, [head, ...others.flatMap((record) => failureInShort(document, record, page))]];
}

/** One cause behind its number: its failure, what fixing it changes, and a line for each failure that folds under it. */
export function causeSection(document: ResultDocument, cause: CauseRecord, number: number, page: Page): string[] {
  const head = page.style.bold(`Cause ${number}`);
  return [head, ...causeBody(document, cause, page), ...foldedLines(document, cause, page)];
}

/** The failure of the rule that is the cause; of any other cause its sentence, the exchange that shows it, and the commands to see it again. */
function causeBody(document: ResultDocument, cause: CauseRecord, page: Page): string[] {
  const record = failureOfCause(document, cause);
  if (record !== undefined && record.rule === cause.rule) return failureInFull(document, record, page);
  const exchange = document.exchanges[cause.exchange ?? ''];
  const inner = { ...page, width: page.width - indent };
  const lines = [
    ...wrapped(visibleText(cause.sentence), inner.width, maxSentenceLines),
    ...(record?.failure === undefined || cause.kind === 'crash' ? [] : expectedLines(record.failure, inner)),
    ...(exchange === undefined
      ? []
      : labelled(
          exchange.id,
          exchangeLines(exchange, {
            width: besideLabels(inner.width),
            hints: record?.failure === undefined ? [] : hintsOf(record.failure),
          }),
          page.style.cyan,
        )),
    ...(record?.failure === undefined ? [] : caseCommands(document, record.failure, inner, cause.exchange)),
  ];
  return indented(lines, indent);
}

/** What the first rule under a cause expected: the sentence of a cause says what is wrong, and not always what is right. */
function expectedLines({ expected }: FailureRecord, { width, style }: Page): string[] {
  return labelled('expected', wrapped(visibleText(expected), besideLabels(width), maxExpectedLines), style.green);
}

/** The exchange of a cause may stem from a case that broke nothing; then there is no `curl` of it. */
function caseCommands(document: ResultDocument, failure: FailureRecord, page: Page, exchange = ''): string[] {
  const isOfCase = failure.exchanges.includes(exchange);
  const curl = isOfCase ? curlLines(document, { ...failure, shownBy: [exchange] }, page) : undefined;
  return [...(curl ?? []), ...replayLines(failure, page)];
}

function foldedLines(document: ResultDocument, cause: CauseRecord, page: Page): string[] {
  const effect = causeEffect(document, cause);
  if (effect === undefined) return [];
  const broken = document.rules.filter(
    (record) => cause.folded.includes(record.rule) && record.rule !== cause.rule && isBroken(record),
  );
  const inner = { ...page, width: page.width - indent };
  const lines = broken.flatMap((record) => failureInShort(document, record, inner));
  const head = wrapped(`${effect}${lines.length === 0 ? '' : ':'}`, inner.width, maxSentenceLines);
  return indented([...head.map(page.style.dim), ...lines], indent);
}

function isBroken({ verdict }: RuleRecord): boolean {
  return verdict === 'fail' || verdict === 'flaky';
}
