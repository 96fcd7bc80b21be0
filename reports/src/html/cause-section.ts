import type { CauseRecord, ResultDocument } from '@gateproof/harness';
import { failureOfCause } from '../terminal/leading-causes.ts';
import { causeEffect } from '../text/cause-effect.ts';
import { counted } from '../text/cut-text.ts';
import { visibleText } from '../text/visible-text.ts';
import { codeText } from './code-text.ts';
import { type Html, h } from './markup.ts';
import { ruleLink } from './rule-link.ts';

/** More causes than this are single failures, which the rules below show. */
const mostCauses = 10;

/** What is wrong, the cause of most rules first, each with the rules that follow from it. */
export function causeSection(document: ResultDocument): Html | null {
  const { summary } = document;
  const leading = summary.causes.slice(0, mostCauses);
  if (leading.length === 0) return null;
  const more = summary.causes.length - leading.length;
  return h('section', { 'aria-labelledby': 'causes' }, [
    h('h2', { id: 'causes' }, 'What is wrong'),
    h(
      'ol',
      { class: 'causes' },
      leading.map((cause) => causeItem(document, cause)),
    ),
    more > 0
      ? h('p', null, `… and ${counted(more, 'more cause')}, each of one or few rules, among the rules below.`)
      : null,
  ]);
}

function causeItem(document: ResultDocument, cause: CauseRecord): Html {
  const { sentence, rule, folded } = cause;
  const effect = causeEffect(document, cause);
  return h('li', null, [
    h('p', null, [codeText(sentence), ' ', rule === undefined ? null : ruleLink(rule)]),
    rule === undefined ? findingOf(document, cause) : null,
    effect === undefined
      ? null
      : h('details', null, [
          h('summary', null, `${effect}.`),
          h(
            'p',
            { class: 'folded' },
            folded.flatMap((one) => [ruleLink(one), ' ']),
          ),
        ]),
  ]);
}

/** What a rule under a cause expected and observed: the sentence of a cause says what is wrong, and not always what is right. */
function findingOf(document: ResultDocument, cause: CauseRecord): Html | null {
  const failure = failureOfCause(document, cause)?.failure;
  if (failure === undefined || cause.kind === 'crash') return null;
  return h('p', { class: 'folded' }, visibleText(`Expected ${failure.expected}; observed ${failure.observed}`));
}
