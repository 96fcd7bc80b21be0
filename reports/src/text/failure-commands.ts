import type { ResultDocument, RuleRecord } from '@gateproof/harness';
import { widthOf } from './fit-text.ts';
import { besideLabels, labelled } from './labelled.ts';
import type { Page } from './page.ts';
import { shellLines } from './shell-lines.ts';
import { shownCurl } from './shown-exchange.ts';

/**
 * The commands of a failure on at most `room` rows: `curl` of the exchange that shows it, or where that is too long the command that prints
 * the whole failure; then the one that runs its case again.
 */
export function failureCommands(document: ResultDocument, record: RuleRecord, page: Page, room: number): string[] {
  const { failure, rule } = record;
  if (failure === undefined) return [];
  const width = besideLabels(page.width);
  const command = (label: string, text: string) => labelled(label, shellLines(text, width), page.style.bold);
  const replay = command('replay', failure.replay);
  const curl = shownCurl(document, failure);
  const whole = command('whole', `npx gateproof report ${page.resultFile} ${rule}`);
  const ways = curl === undefined ? [whole] : [command('curl', curl), whole];
  const fitting = ways.find((lines) => rowsOf([...lines, ...replay], page.width) <= room);
  return [...(fitting ?? []), ...replay];
}

/** Rows of a terminal that these lines take: one that is too wide takes several. */
function rowsOf(lines: readonly string[], width: number): number {
  return lines
    .flatMap((line) => line.split('\n'))
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / width)), 0);
}
