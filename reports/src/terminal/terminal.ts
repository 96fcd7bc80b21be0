import type { ResultDocument } from '@gateproof/harness';
import { capped } from '../text/capped.ts';
import { widthOf, wrapped } from '../text/fit-text.ts';
import { headline } from '../text/headline.ts';
import type { Page } from '../text/page.ts';
import { styleFor } from '../text/style.ts';
import { summaryLine } from '../text/summary-line.ts';
import { visibleText } from '../text/visible-text.ts';
import { areaTable } from './area-table.ts';
import { knownLines, staleLines } from './baseline-lines.ts';
import { causeLines } from './cause-lines.ts';
import { causeSections } from './cause-sections.ts';
import { classLines } from './class-lines.ts';
import { differenceLines } from './difference-lines.ts';
import { failureInFull, failureInShort } from './failure-on-page.ts';
import { furtherLines, unkeptResult } from './further-lines.ts';
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
  /** The last screen alone, for a terminal where nobody scrolls up. Default false. */
  readonly brief?: boolean;
  /** The file that holds the result document, as commands name it; empty where that is the last run of the folder. Default: none keeps it. */
  readonly resultFile?: string;
  /** All files that the run wrote its reports to. Default: none. */
  readonly files?: readonly string[];
}

const defaultWidth = 80;
const minWidth = 60;
const maxHeadlineLines = 3;
/** So many entries of a list stand on the screen that most readers need. */
const fewEntries = 4;

type Section = readonly string[];

/**
 * The report that a person reads: who was tested, every failure by its cause, what was not tested, warnings and notes, and at the end the screen (at
 * most 60 lines) that most readers need: what is broken, the conformance classes, the leading causes, how to see the rest, and the exit code.
 */
export function renderTerminal(document: ResultDocument, options: TerminalOptions = {}): string {
  const page: Page = {
    style: styleFor(options.colour ?? false),
    width: Math.max(minWidth, options.width ?? defaultWidth),
    verbose: options.verbose ?? false,
    resultFile: options.resultFile ?? unkeptResult,
  };
  const sections =
    options.quiet === true ? quietSections(document, options, page) : allSections(document, options, page);
  const summary = summaryLines(document, page);
  const printed = [...sections, summary].filter((section) => section.length > 0);
  return `${printed.map((section) => section.join('\n').trimEnd()).join('\n\n')}\n`;
}

/** What the exit code means stands on one line, and beside the counts where there is room. */
function summaryLines(document: ResultDocument, { style, width }: Page): string[] {
  const [counts = '', meaning = ''] = summaryLine(document, style).split(' · ');
  const lines = wrapped(counts, width);
  const last = `${lines.at(-1)} · ${meaning}`;
  return widthOf(last) <= width ? [...lines.slice(0, -1), last] : [...lines, ...wrapped(meaning, width)];
}

function quietSections(document: ResultDocument, { brief }: TerminalOptions, page: Page): Section[] {
  const wrong = brief === true ? screenSections(document, page) : redSections(document, page);
  return [cutShortLines(document, page), ...wrong];
}

function allSections(document: ResultDocument, { brief, files = [] }: TerminalOptions, page: Page): Section[] {
  return [
    headerLines(document, page, brief),
    ...(brief === true ? [] : [...redSections(document, page), ...otherSections(document, page)]),
    headlineLines(document, page),
    classLines(document, page),
    ...(brief === true ? screenSections(document, page) : [causeLines(document, page)]),
    furtherLines(document, files, page),
  ];
}

/** What turns the run red, in short: the causes, and a few entries of each list that no cause stands for. */
function screenSections(document: ResultDocument, page: Page): Section[] {
  const few = { ...page, maxEntries: fewEntries };
  const isExplained = document.summary.causes.length > 0;
  return [
    causeLines(document, page),
    ...(isExplained ? [] : [errorLines(document, few, failureInShort), undecidedLines(document, few)]),
    ...(isExplained || document.summary.exitCode !== 1 ? [] : [warningLines(document, few)]),
    staleLines(document, few),
  ];
}

/** What is broken, in one sentence; the meaning of the exit code says the rest. */
function headlineLines(document: ResultDocument, { style, width }: Page): string[] {
  if (document.summary.causes.length === 0) return [];
  const lines = wrapped(visibleText(headline(document)), width, maxHeadlineLines);
  return lines.map((line) => style.bold(style.red(line)));
}

function redSections(document: ResultDocument, page: Page): Section[] {
  return [
    ...causeSections(document, page),
    errorLines(document, page, failureInFull),
    undecidedLines(document, page),
    staleLines(document, page),
  ];
}

function errorLines(document: ResultDocument, page: Page, linesOf: typeof failureInFull): string[] {
  const errors = document.rules.filter(({ verdict }) => verdict === 'error');
  return capped(errors, 'harness error', page, (record) => linesOf(document, record, page));
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
