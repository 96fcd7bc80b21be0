import type { ResultDocument } from '@gateproof/harness';
import { rulesOfCause } from './cause-effect.ts';
import { counted } from './cut-text.ts';
import { cutToWidth } from './fit-text.ts';
import { meaningOf } from './summary-line.ts';
import { visibleText } from './visible-text.ts';

const maxSentence = 140;

/**
 * The result of a run in one sentence: `Broken: 15 causes; start with: error is a string (38 rules)`. Without a cause it is the meaning of the exit
 * code.
 */
export function headline(document: ResultDocument): string {
  const { causes } = document.summary;
  const [first] = causes;
  if (first === undefined) return capitalised(meaningOf(document));
  const sentence = cutToWidth(
    visibleText(first.sentence)
      .replace(/^This rule is broken: /, '')
      .replace(/\.$/, ''),
    maxSentence,
  );
  const rules = rulesOfCause(first).length;
  const weight = rules > 1 ? ` (${counted(rules, 'rule')})` : '';
  return causes.length === 1
    ? `Broken: ${sentence}${weight}`
    : `Broken: ${counted(causes.length, 'cause')}; start with: ${sentence}${weight}`;
}

function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
