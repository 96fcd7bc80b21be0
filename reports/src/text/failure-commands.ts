import type { FailureRecord, ResultDocument, RuleRecord } from '@gateproof/harness';
import { aboutRule } from './about-rule.ts';
import { besideLabels, labelled } from './labelled.ts';
import { type Page, reportCommand } from './page.ts';
import { shellLines } from './shell-lines.ts';
import { shownCurl } from './shown-exchange.ts';

/** A longer command fills a screen. */
const maxCurlCharacters = 700;

/** `curl` of the exchange that shows a failure; undefined where there is none, or a very long one. */
export function curlLines(document: ResultDocument, failure: FailureRecord, page: Page): string[] | undefined {
  const curl = shownCurl(document, failure);
  if (curl === undefined || curl.length > maxCurlCharacters || curl.includes('\n')) return undefined;
  return commandLines('curl', curl, page);
}

/** The command that prints the whole failure. */
export function wholeLines({ rule }: RuleRecord, page: Page): string[] {
  return commandLines('whole', reportCommand(page, rule), page);
}

/** The command that runs the case again, where one can. */
export function replayLines({ replay }: FailureRecord, page: Page): string[] {
  return replay === undefined ? [] : commandLines('replay', replay, page);
}

/** Where the rule is explained. */
export function aboutLines({ rule }: RuleRecord, page: Pick<Page, 'width' | 'style'>, docsSite?: string): string[] {
  return commandLines('about', aboutRule(rule, docsSite), page);
}

/** A command behind its label, on lines that can be pasted together. */
function commandLines(label: string, command: string, { width, style }: Pick<Page, 'width' | 'style'>): string[] {
  return labelled(label, shellLines(command, besideLabels(width)), style.bold);
}
