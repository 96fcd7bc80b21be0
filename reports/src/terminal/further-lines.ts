import { wrapped } from '../text/fit-text.ts';
import { besideLabels, indented, labelled } from '../text/labelled.ts';
import type { Page } from '../text/page.ts';
import { shellLines } from '../text/shell-lines.ts';

const indent = 2;

/** Where all that a short report leaves out is found: the commands that print more, and the files that were written. */
export function furtherLines(files: readonly string[], hasFailures: boolean, page: Page): string[] {
  const { style, width, resultFile, verbose } = page;
  const room = besideLabels(width - indent);
  const command = (label: string, text: string) => labelled(label, shellLines(text, room), style.dim);
  const commands = [
    ...command('show one', `npx gateproof report ${resultFile} ID`),
    ...command('run again', `npx gateproof replay ${resultFile} ID`),
    ...command('the rule', 'npx gateproof rules ID'),
  ];
  const lines = [
    ...(hasFailures ? commands : []),
    ...(files.length === 0 ? [] : labelled('files', wrapped(files.join(', '), room), style.dim)),
    ...(files.includes(resultFile) || !hasFailures ? [] : labelled('keep it', [`--json ${resultFile}`], style.dim)),
    ...(verbose ? [] : labelled('all of it', ['--verbose'], style.dim)),
  ];
  return lines.length === 0 ? [] : [style.bold('Where the rest is'), ...indented(lines, indent)];
}
