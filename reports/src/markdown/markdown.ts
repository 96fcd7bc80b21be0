import type { ResultDocument, RuleRecord } from '@gateproof/harness';
import { rulePageUrl } from '@gateproof/spec';
import type { RenderOptions } from '../render-options.ts';
import { areaTable } from '../terminal/area-table.ts';
import { knownLines, staleLines } from '../terminal/baseline-lines.ts';
import { causesHeading, placeOfCause } from '../terminal/cause-lines.ts';
import { classText } from '../terminal/class-lines.ts';
import { differenceLines } from '../terminal/difference-lines.ts';
import { failureOfCause, leadingCauses } from '../terminal/leading-causes.ts';
import { notApplicableLines } from '../terminal/not-applicable-lines.ts';
import { noteLines } from '../terminal/note-lines.ts';
import { provisionalLines } from '../terminal/provisional-lines.ts';
import { undecidedLines } from '../terminal/undecided-lines.ts';
import { warningLines } from '../terminal/warning-lines.ts';
import { costText } from '../text/cost-text.ts';
import { counted } from '../text/cut-text.ts';
import { describedRoutes } from '../text/described-routes.ts';
import { durationText } from '../text/duration-text.ts';
import { failureLine } from '../text/failure-line.ts';
import { failureText } from '../text/failure-text.ts';
import { cutToWidth } from '../text/fit-text.ts';
import { outcomeText } from '../text/outcome-text.ts';
import type { Page } from '../text/page.ts';
import { styleFor } from '../text/style.ts';
import { summaryLine } from '../text/summary-line.ts';
import { targetName } from '../text/target-name.ts';
import { fitting } from './fitting.ts';
import { code, escaped, foldedBlock } from './markup.ts';

/** GitHub refuses a longer comment. */
const maxCharacters = 65_536;
const maxSentence = 300;
const body = { characters: 1000, lines: 25 };
const page: Page = { style: styleFor(false), width: 100, verbose: false, resultFile: 'RESULT.json' };

/**
 * A summary for the page of a CI run or for a comment, at most 65,536 characters: verdict and leading causes on top, all else folded. Failures that
 * do not fit are counted.
 */
export function renderMarkdown(document: ResultDocument, { docsSite }: RenderOptions = {}): string {
  const broken = brokenRules(document);
  const before = [...head(document), ...causes(document), ...inShort(broken)];
  const after = [...lists(document), footer(document)];
  const room = maxCharacters - [...before, ...after].join('\n\n').length;
  const whole = broken.map((record) => {
    const title = `${record.verdict} ${record.rule}: ${record.statement}`;
    const about =
      docsSite === undefined ? '' : `[Why it matters, how to fix it](${rulePageUrl(docsSite, record.rule)})`;
    return foldedBlock(title, failureText(document, record, { style: page.style, body }), about);
  });
  const failures = fitting(whole, room, (left) => `… ${counted(left, 'more failure')} in the JSON result.`);
  return `${[...before, ...failures, ...after].join('\n\n')}\n`;
}

/** Those that show a cause first, in the order of the causes. */
function brokenRules(document: ResultDocument): RuleRecord[] {
  const first = document.summary.causes.flatMap((cause) => failureOfCause(document, cause) ?? []);
  const broken = document.rules.filter(({ verdict }) => ['fail', 'flaky', 'error'].includes(verdict));
  return [...new Set([...first, ...broken])];
}

function head(document: ResultDocument): string[] {
  const { run, summary, target } = document;
  const routes = describedRoutes(document);
  const cutShort = run.cutShort === undefined ? [] : [cutToWidth(run.cutShort.sentence, maxSentence)];
  return [
    `## ${summary.exitCode === 0 ? '✅' : '❌'} Gateproof: ${code(cutToWidth(targetName(target), maxSentence))}`,
    summaryLine(document, page.style),
    ...classTable(document),
    ...(routes === '' ? [] : [`**Routes described by the profile:** ${escaped(routes)}`]),
    ...cutShort.map((sentence) => `**The run was cut short:** ${escaped(sentence)}`),
  ];
}

function classTable({ summary }: ResultDocument): string[] {
  if (summary.classes.length === 0) return [];
  const rows = summary.classes.map(
    (record) => `| ${escaped(record.title)} | ${outcomeText(record)} | ${classText(record)} |`,
  );
  return [['| class | outcome | |', '| --- | --- | --- |', ...rows].join('\n')];
}

function causes(document: ResultDocument): string[] {
  const lines = leadingCauses(document).map(
    (cause, index) =>
      `${index + 1}. ${escaped(cutToWidth(cause.sentence, maxSentence))}<br>${escaped(placeOfCause(document, cause).join(' · '))}`,
  );
  return lines.length === 0 ? [] : [`### ${causesHeading(document)}`, lines.join('\n')];
}

/** All failures on one line each, as far as a quarter of the page reaches. */
function inShort(broken: readonly RuleRecord[]): string[] {
  const lines = broken.map((record) => failureLine(record, page));
  const shown = fitting(lines, maxCharacters / 4, (left) => `… ${counted(left, 'more failure')}`);
  return shown.length === 0 ? [] : [foldedBlock(`${counted(broken.length, 'failure')} on one line each`, shown)];
}

/** What the terminal prints of all other rules, each list behind its first line. */
function lists(document: ResultDocument): string[] {
  const sections = [
    undecidedLines(document, page),
    staleLines(document, page),
    warningLines(document, page),
    knownLines(document, page),
    provisionalLines(document, page),
    differenceLines(document, page),
    notApplicableLines(document, page),
    noteLines(document, page),
    ['Verdicts by area', ...areaTable(document, page.style)],
  ];
  return sections.flatMap(([title, ...lines]) => (title === undefined ? [] : [foldedBlock(title, lines)]));
}

function footer(document: ResultDocument): string {
  const { run, tool } = document;
  const cost = costText(document);
  const work = `${counted(run.requests, 'request')} in ${durationText(run.durationMs)}`;
  return `Seed ${run.seed}, effort ${run.effort}, ${work}, Gateproof ${tool.version}.${cost === undefined ? '' : ` Cost: ${cost}.`}`;
}
