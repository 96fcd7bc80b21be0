import type { ResultDocument, RuleRecord, Verdict } from '@gateproof/harness';
import { countByArea, occurringVerdicts } from './terminal/area-table.ts';
import { groupNotApplicable } from './terminal/not-applicable-lines.ts';
import { counted } from './text/cut-text.ts';
import { durationText } from './text/duration-text.ts';
import { failureText } from './text/failure-text.ts';
import { knownText } from './text/known-text.ts';
import { styleFor } from './text/style.ts';
import { summaryLine } from './text/summary-line.ts';
import { visibleText } from './text/visible-text.ts';

const body = { characters: 1000, lines: 25 };
/** CI pages cut long summaries (1 MiB at GitHub); what is beyond this many failures stands in the JSON result. */
const maxFailures = 50;

/** A summary for the page of a CI run: verdict, table by area, each failure behind a fold, warnings, what was not applicable. */
export function renderMarkdown(document: ResultDocument): string {
  const { run, target } = document;
  const red = document.rules.filter(({ verdict }) => ['fail', 'flaky', 'error'].includes(verdict));
  const parts = [
    `## ${document.summary.exitCode === 0 ? '✅' : '❌'} Gateproof: ${code(target.baseUrl)}`,
    summaryLine(document, styleFor(false)),
    ...(run.cutShort === undefined ? [] : [`**The run was cut short:** ${escaped(run.cutShort.sentence)}`]),
    ...document.notes.map((note) => `> ${escaped(note)}`),
    ...classTable(document),
    areaTable(document),
    ...red.slice(0, maxFailures).map((record) => failure(document, record)),
    ...(red.length > maxFailures
      ? [`… ${counted(red.length - maxFailures, 'more broken rule')} in the JSON result.`]
      : []),
    ...list('Causes', causes(document)),
    ...list('Inconclusive', reasons(document, 'inconclusive')),
    ...list('Warnings', reasons(document, 'warn')),
    ...list('Known', known(document)),
    ...list('Baseline entries that hold no longer', stale(document)),
    ...list('Not applicable', notApplicable(document)),
    `Seed ${run.seed}, effort ${run.effort}, ${counted(run.requests, 'request')} in ${durationText(run.durationMs)}, Gateproof ${document.tool.version}.`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function classTable({ summary }: ResultDocument): string[] {
  if (summary.classes.length === 0) return [];
  const rows = summary.classes.map(({ title, outcome, passed, decided, rules }) =>
    [escaped(title), outcome.replace('-', ' '), `${passed} of ${decided}`, rules].join(' | '),
  );
  const table = ['class | outcome | passed of decided | rules', '--- | --- | --: | --:', ...rows];
  return [table.map((row) => `| ${row} |`).join('\n')];
}

function areaTable(document: ResultDocument): string {
  const columns = occurringVerdicts(document);
  const rows = countByArea(document).map(({ area, total, verdicts }) =>
    [escaped(area), total, ...columns.map((verdict) => verdicts[verdict] ?? '')].join(' | '),
  );
  const head = ['area', 'rules', ...columns].join(' | ');
  const rule = ['---', ...columns.map(() => '--:'), '--:'].join(' | ');
  return [head, rule, ...rows].map((row) => `| ${row} |`).join('\n');
}

function failure(document: ResultDocument, record: RuleRecord): string {
  const text = failureText(document, record, { style: styleFor(false), body }).join('\n');
  const summary = `<b>${record.verdict}</b> <code>${html(record.rule)}</code> ${html(record.statement)}`;
  return `<details><summary>${summary}</summary>\n\n${fenced(text)}\n\n</details>`;
}

/** A code block whose fence is longer than any run of backticks inside. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

function list(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`### ${title}`, lines.map((line) => `- ${line}`).join('\n')];
}

function causes(document: ResultDocument): string[] {
  return document.summary.causes
    .filter(({ folded }) => folded.length > 0)
    .map(({ id, folded }) => `${code(id)} explains ${folded.map(code).join(', ')}`);
}

function known({ rules }: ResultDocument): string[] {
  return rules
    .filter(({ verdict }) => verdict === 'known')
    .map((one) => `${code(one.rule)}: ${escaped(knownText(one))}`);
}

function stale({ baseline }: ResultDocument): string[] {
  return (baseline?.stale ?? []).map(({ rule, why }) => `${code(rule)} ${escaped(why)}`);
}

function reasons(document: ResultDocument, verdict: Verdict): string[] {
  return document.rules
    .filter((record) => record.verdict === verdict)
    .map((record) => {
      const why =
        record.failure === undefined
          ? (record.reason ?? record.statement)
          : `expected ${record.failure.expected}; observed ${record.failure.observed}`;
      return `${code(record.rule)}: ${escaped(why)}`;
    });
}

function notApplicable(document: ResultDocument): string[] {
  return groupNotApplicable(document).map(({ why, records }) => `${escaped(why)}: ${counted(records.length, 'rule')}`);
}

function code(text: string): string {
  return `\`${visibleText(text).replaceAll('`', "'").replaceAll('|', '\\|').replaceAll('\n', ' ')}\``;
}

function html(text: string): string {
  return visibleText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Plain words inside Markdown: nothing of a target's text can open a tag, a link or a table cell. */
function escaped(text: string): string {
  return html(text)
    .replace(/[\\`*_[\]|]/g, '\\$&')
    .replaceAll('\n', ' ');
}
