import type { CauseRecord, ResultDocument } from '@gateproof/harness';
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
  const weight = weightOf(first);
  return causes.length === 1
    ? `Broken: ${sentence}${weight}`
    : `Broken: ${counted(causes.length, 'cause')}; start with: ${sentence}${weight}`;
}

/** How many rules hang on a cause: ` (38 rules)`. */
function weightOf({ rule, folded }: CauseRecord): string {
  const others = folded.filter((one) => one !== rule).length;
  if (others === 0) return '';
  return rule === undefined ? ` (${counted(others, 'rule')})` : ` (blocks ${counted(others, 'rule')})`;
}

function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
