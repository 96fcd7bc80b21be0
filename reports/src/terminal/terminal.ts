import type { ResultDocument, RuleRecord, Verdict } from '@gateproof/harness';
import { counted } from '../text/cut-text.ts';
import { durationText } from '../text/duration-text.ts';
import { failureText, findingLines } from '../text/failure-text.ts';
import { indented, labelled } from '../text/labelled.ts';
import { type Style, styleFor } from '../text/style.ts';
import { summaryLine } from '../text/summary-line.ts';
import { verdictLooks } from '../text/verdict-look.ts';
import { visibleText } from '../text/visible-text.ts';
import { areaTable } from './area-table.ts';
import { knownLines, staleLines } from './baseline-lines.ts';
import { causeLines } from './cause-lines.ts';
import { classLines } from './class-lines.ts';
import { inconclusiveLines } from './inconclusive-lines.ts';
import { notApplicableLines } from './not-applicable-lines.ts';

export interface TerminalOptions {
  /** Colours; the caller knows whether the stream is a terminal and whether NO_COLOR is set. Default false. */
  readonly colour?: boolean;
  /** Only what is wrong and the summary line. Default false. */
  readonly quiet?: boolean;
  /** Characters of one body that are printed. Default 1,500. */
  readonly bodyCharacters?: number;
}

const bodyLines = 40;

/**
 * The report that a person reads: header, verdicts by area, warnings, each failure in full, causes with what they
 * fold, what was not applicable, and the summary line with the meaning of the exit code.
 */
export function renderTerminal(document: ResultDocument, options: TerminalOptions = {}): string {
  const style = styleFor(options.colour ?? false);
  const body = { characters: options.bodyCharacters ?? 1500, lines: bodyLines };
  const quiet = options.quiet ?? false;
  const sections = [
    quiet ? [] : headerLines(document, style),
    noteLines(document, style, quiet),
    quiet ? [] : classLines(document, style),
    quiet || document.rules.length === 0 ? [] : areaTable(document, style),
    quiet ? [] : warningLines(document, style),
    ...redRecords(document).map((record) => failureText(document, record, { style, body })),
    inconclusiveLines(document, style),
    causeLines(document, style),
    quiet ? [] : knownLines(document, style),
    quiet ? [] : notApplicableLines(document, style),
    staleLines(document, style),
    [summaryLine(document, style)],
  ];
  return `${sections
    .filter((section) => section.length > 0)
    .map((section) => section.join('\n'))
    .join('\n\n')}\n`;
}

function headerLines(document: ResultDocument, style: Style): string[] {
  const { run, target, tool } = document;
  const counts = [counted(run.cases, 'case'), counted(run.requests, 'request'), counted(run.exchanges, 'exchange')];
  const work = `${counts.join(', ')} in ${durationText(run.durationMs)}`;
  const line = (label: string, value: string) => labelled(label, value, 10, style.dim);
  return [
    style.bold(`Gateproof ${tool.version}`),
    ...line('target', `${visibleText(target.baseUrl)} (${target.kind}), prefix ${target.prefix}`),
    ...line(
      'arranges',
      target.capabilities.length === 0 ? 'nothing: URL and key alone' : target.capabilities.join(', '),
    ),
    ...line('run', `seed ${run.seed}, effort ${run.effort}, ${work}`),
    ...(run.coverage === undefined ? [] : line('model', coverageText(run.coverage))),
    ...(run.only === undefined ? [] : line('only', run.only.join(', '))),
    ...(run.cutShort === undefined ? [] : line('cut short', style.yellow(visibleText(run.cutShort.sentence)))),
  ];
}

const mostMissing = 4;

function coverageText({ transitions, walked, missing }: NonNullable<ResultDocument['run']['coverage']>): string {
  const named = missing.slice(0, mostMissing).join(', ');
  const others = missing.length - mostMissing;
  const without = missing.length === 0 ? '' : `; not ${named}${others > 0 ? ` and ${others} others` : ''}`;
  return `jobs led through ${walked} of ${transitions} state × command pairs${without}`;
}

/** With `quiet` there is no header, so that the notes tell why a run ended early. */
function noteLines(document: ResultDocument, style: Style, quiet: boolean): string[] {
  const { cutShort } = document.run;
  const notes =
    quiet && cutShort !== undefined ? [`cut short: ${cutShort.sentence}`, ...document.notes] : document.notes;
  return notes.map((note) => `${style.yellow('note')}  ${visibleText(note)}`);
}

function withVerdict(document: ResultDocument, verdict: Verdict): RuleRecord[] {
  return document.rules.filter((record) => record.verdict === verdict);
}

/** Causes first, in the order of the summary; then the other broken rules, then the errors of the harness. */
function redRecords(document: ResultDocument): RuleRecord[] {
  const rank = new Map(document.summary.causes.map(({ id }, index) => [id, index]));
  const broken = document.rules.filter(({ verdict }) => verdict === 'fail' || verdict === 'flaky');
  const last = document.summary.causes.length;
  broken.sort((a, b) => (rank.get(a.rule) ?? last) - (rank.get(b.rule) ?? last));
  return [...broken, ...withVerdict(document, 'error')];
}

function warningLines(document: ResultDocument, style: Style): string[] {
  return withVerdict(document, 'warn').flatMap((record) => {
    const { mark, paint } = verdictLooks.warn;
    const reason = record.reason === undefined ? [] : [visibleText(record.reason)];
    const finding = record.failure === undefined ? reason : findingLines(record.failure, style);
    const heading = `${paint(style)(`${mark} warn`)}  ${style.bold(record.rule)}  ${record.statement}`;
    return [heading, ...indented(finding, 2)];
  });
}
