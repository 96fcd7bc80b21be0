import type { ResultDocument } from '@gateproof/harness';
import { capped } from '../text/capped.ts';
import { widthOf, wrapped } from '../text/fit-text.ts';
import type { Page } from '../text/page.ts';
import { styleFor } from '../text/style.ts';
import { summaryLine } from '../text/summary-line.ts';
import { areaTable } from './area-table.ts';
import { knownLines, staleLines } from './baseline-lines.ts';
import { causeLines } from './cause-lines.ts';
import { causeSections } from './cause-sections.ts';
import { classLines } from './class-lines.ts';
import { differenceLines } from './difference-lines.ts';
import { failureInFull } from './failure-on-page.ts';
import { furtherLines } from './further-lines.ts';
import { cutShortLines, headerLines } from './header-lines.ts';
import { notApplicableLines } from './not-applicable-lines.ts';
import { noteLines } from './note-lines.ts';
import { provisionalLines } from './provisional-lines.ts';
import { undecidedLines } from './undecided-lines.ts';
import { warningLines } from './warning-lines.ts';

export interface TerminalOptions {
  /** Colours; the caller knows whether the stream is a terminal and whether NO_COLOR is set. Default false. */
  readonly colour?: boolean;
  /** Columns of the terminal. Default 80, and never fewer than 60. */
  readonly width?: number;
  /** Every failure whole and every list to its end. Default false. */
  readonly verbose?: boolean;
  /** Only what is wrong and the summary line. Default false. */
  readonly quiet?: boolean;
  /** The file that holds the result document, as commands name it. Default: none was written. */
  readonly resultFile?: string;
  /** All files that the run wrote its reports to. Default: none. */
  readonly files?: readonly string[];
}

const defaultWidth = 80;
const minWidth = 60;
/** The name of the result document in commands of a run that wrote none. */
const unwritten = 'RESULT.json';

type Section = readonly string[];

/**
 * The report that a person reads. The first screen (at most 60 lines) has the verdict, the leading causes, and where the rest is; then come the
 * failures, what was not decided, warnings, what was not judged, notes, and the summary line with the meaning of the exit code.
 */
export function renderTerminal(document: ResultDocument, options: TerminalOptions = {}): string {
  const page: Page = {
    style: styleFor(options.colour ?? false),
    width: Math.max(minWidth, options.width ?? defaultWidth),
    verbose: options.verbose ?? false,
    resultFile: options.resultFile ?? unwritten,
  };
  const summary = summaryLines(document, page);
  const sections: readonly Section[] =
    options.quiet === true
      ? [cutShortLines(document, page), ...redSections(document, page), summary]
      : [
          ...firstScreen(document, summary, options.files ?? [], page),
          ...redSections(document, page),
          ...otherSections(document, page),
          summary,
        ];
  const printed = sections.filter((section) => section.length > 0);
  return `${printed.map((section) => section.join('\n').trimEnd()).join('\n\n')}\n`;
}

/** What the exit code means stands on one line, and beside the counts where there is room. */
function summaryLines(document: ResultDocument, { style, width }: Page): string[] {
  const [counts = '', meaning = ''] = summaryLine(document, style).split(' · ');
  const lines = wrapped(counts, width);
  const last = `${lines.at(-1)} · ${meaning}`;
  return widthOf(last) <= width ? [...lines.slice(0, -1), last] : [...lines, ...wrapped(meaning, width)];
}

function firstScreen(document: ResultDocument, summary: Section, files: readonly string[], page: Page): Section[] {
  return [
    headerLines(document, page),
    summary,
    classLines(document, page),
    causeLines(document, page),
    furtherLines(document, files, page),
  ];
}

function redSections(document: ResultDocument, page: Page): Section[] {
  const errors = document.rules.filter(({ verdict }) => verdict === 'error');
  return [
    ...causeSections(document, page),
    capped(errors, 'harness error', page, (record) => failureInFull(document, record, page)),
    undecidedLines(document, page),
    staleLines(document, page),
  ];
}

function otherSections(document: ResultDocument, page: Page): Section[] {
  return [
    warningLines(document, page),
    knownLines(document, page),
    provisionalLines(document, page),
    differenceLines(document, page),
    notApplicableLines(document, page),
    noteLines(document, page),
    page.verbose ? areaTable(document, page.style) : [],
  ];
}
