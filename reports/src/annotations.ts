import type { CauseRecord, ResultDocument, RuleRecord } from '@gateproof/harness';
import type { RenderOptions } from './render-options.ts';
import { placeOfCause } from './terminal/cause-lines.ts';
import { failureOfCause, leadingCauses } from './terminal/leading-causes.ts';
import { aboutRule } from './text/about-rule.ts';
import { styleFor } from './text/style.ts';
import { summaryLine } from './text/summary-line.ts';
import { visibleText } from './text/visible-text.ts';

/** GitHub shows so many of one kind per step. */
const mostWarnings = 10;

/**
 * Workflow commands, one a line, that GitHub shows as annotations of the run: an error for each leading cause, a warning for each of the first ten
 * rules that warn, and a notice with the counts.
 */
export function renderAnnotations(document: ResultDocument, { docsSite }: RenderOptions = {}): string {
  const warned = document.rules.filter(({ verdict }) => verdict === 'warn').slice(0, mostWarnings);
  const lines = [
    ...leadingCauses(document).map((cause) => causeAnnotation(document, cause, docsSite)),
    ...warned.map((record) => annotation('warning', titleOf(record), findingText(record, docsSite))),
    annotation('notice', 'Gateproof', summaryLine(document, styleFor(false))),
  ];
  return `${lines.join('\n')}\n`;
}

function causeAnnotation(document: ResultDocument, cause: CauseRecord, docsSite: string | undefined): string {
  const shown = failureOfCause(document, cause);
  const finding = shown === undefined ? [] : [findingText(shown, docsSite)];
  const text = [cause.sentence, placeOfCause(document, cause).join(' · '), ...finding];
  return annotation('error', shown === undefined ? cause.id : titleOf(shown), text.join('\n'));
}

function titleOf({ rule, level }: RuleRecord): string {
  return `${rule} (${level})`;
}

function findingText({ rule, statement, failure }: RuleRecord, docsSite: string | undefined): string {
  const finding = failure === undefined ? [] : [`expected ${failure.expected}`, `observed ${failure.observed}`];
  return [statement, ...finding, aboutRule(rule, docsSite)].join('\n');
}

/** Characters that end a command or a property of it are percent-encoded, as GitHub's own toolkit does. */
function annotation(kind: 'error' | 'warning' | 'notice', title: string, text: string): string {
  const data = visibleText(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
  const property = visibleText(title)
    .replaceAll('%', '%25')
    .replaceAll('\n', '%0A')
    .replaceAll(':', '%3A')
    .replaceAll(',', '%2C');
  return `::${kind} title=${property}::${data}`;
}
