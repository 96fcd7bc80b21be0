import type { ResultDocument, RuleRecord } from '@gateproof/harness';
import { wrapped } from '../text/fit-text.ts';
import { besideLabels, indented, labelled } from '../text/labelled.ts';
import { type Page, reportCommand } from '../text/page.ts';
import { shellLines } from '../text/shell-lines.ts';
import { failureOfCause } from './leading-causes.ts';

const indent = 2;

/** The name of the result document in commands of a run that kept none. */
export const unkeptResult = 'RESULT.json';

/** How to see the rest: the commands that print all of it, the first cause whole and the rule behind it, and the files that were written. */
export function furtherLines(document: ResultDocument, files: readonly string[], page: Page): string[] {
  const { style, width } = page;
  const room = besideLabels(width - indent);
  const lines = [
    ...commandLines(document, page),
    ...(files.length === 0 ? [] : labelled('files', wrapped(files.join(', '), room), style.dim)),
  ];
  return lines.length === 0 ? [] : [style.bold('See the rest'), ...indented(lines, indent)];
}

function commandLines(document: ResultDocument, page: Page): string[] {
  const command = (label: string, text: string) =>
    labelled(label, shellLines(text, besideLabels(page.width - indent)), page.style.dim);
  const example = firstFailure(document);
  const cause = document.summary.causes.length === 0 ? example?.rule : '1';
  const rule = example === undefined ? [] : command('rule', `npx gateproof rules ${example.rule}`);
  if (page.resultFile === unkeptResult) return [...unkeptLines(page), ...rule];
  return [
    ...command('all', reportCommand(page)),
    ...(cause === undefined ? [] : command(cause === '1' ? 'cause 1' : 'failure', reportCommand(page, cause))),
    ...(example?.failure?.replay === undefined ? [] : command('replay', example.failure.replay)),
    ...rule,
  ];
}

/** Nothing has kept the result: another run is needed. */
function unkeptLines({ style, verbose }: Page): string[] {
  return labelled('all', [`run again with ${verbose ? '' : '--verbose or '}--json ${unkeptResult}`], style.dim);
}

/** That of the first cause that has one; otherwise the first at all. */
function firstFailure(document: ResultDocument): RuleRecord | undefined {
  const leading = document.summary.causes.flatMap((cause) => failureOfCause(document, cause) ?? []);
  return leading[0] ?? document.rules.find(({ failure }) => failure !== undefined);
}
