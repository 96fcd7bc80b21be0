import type { ResultDocument, RuleRecord } from '@gateproof/harness';
import { wrapped } from '../text/fit-text.ts';
import { besideLabels, indented, labelled } from '../text/labelled.ts';
import type { Page } from '../text/page.ts';
import { shellLines } from '../text/shell-lines.ts';
import { failureOfCause } from './leading-causes.ts';

const indent = 2;

/** Where all that a short report leaves out is found: commands that print more of its first failure, and the files that were written. */
export function furtherLines(document: ResultDocument, files: readonly string[], page: Page): string[] {
  const { style, width, resultFile, verbose } = page;
  const room = besideLabels(width - indent);
  const example = firstFailure(document);
  const isKept = files.includes(resultFile);
  const lines = [
    ...(example === undefined ? [] : commandLines(example, page)),
    ...(files.length === 0 ? [] : labelled('files', wrapped(files.join(', '), room), style.dim)),
    ...(isKept || example === undefined ? [] : labelled('keep it', [`--json ${resultFile}`], style.dim)),
    ...(verbose ? [] : labelled('all of it', ['--verbose'], style.dim)),
  ];
  return lines.length === 0 ? [] : [style.bold('Where the rest is'), ...indented(lines, indent)];
}

function commandLines({ rule, failure }: RuleRecord, { style, width, resultFile }: Page): string[] {
  const command = (label: string, text: string) =>
    labelled(label, shellLines(text, besideLabels(width - indent)), style.dim);
  return [
    ...command('show one', `npx gateproof report ${resultFile} ${rule}`),
    ...(failure?.replay === undefined ? [] : command('run again', failure.replay)),
    ...command('the rule', `npx gateproof rules ${rule}`),
  ];
}

/** That of the first cause that has one; otherwise the first at all. */
function firstFailure(document: ResultDocument): RuleRecord | undefined {
  const leading = document.summary.causes.flatMap((cause) => failureOfCause(document, cause) ?? []);
  return leading[0] ?? document.rules.find(({ failure }) => failure !== undefined);
}
