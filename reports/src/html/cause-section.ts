import type { CauseRecord, ResultDocument } from '@gateproof/harness';
import { failureOfCause, leadingCauses } from '../terminal/leading-causes.ts';
import { causeEffect } from '../text/cause-effect.ts';
import { counted } from '../text/cut-text.ts';
import { rulesOfCause } from '../text/rules-of-cause.ts';
import { codeText } from './code-text.ts';
import { evidencePart } from './evidence-part.ts';
import { type Html, h } from './markup.ts';
import { ruleLink } from './rule-link.ts';

/** What is wrong, the most important cause first, each with what shows it and the rules that follow from it. */
export function causeSection(document: ResultDocument): Html | null {
  const leading = leadingCauses(document);
  if (leading.length === 0) return null;
  const more = document.summary.causes.length - leading.length;
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
  const shown = failureOfCause(document, cause);
  const rules = rulesOfCause(cause);
  const effect = causeEffect(document, cause);
  return h('li', null, [
    h('p', { class: 'sentence' }, codeText(cause.sentence)),
    effect === undefined ? null : h('p', { class: 'effect' }, `${effect}.`),
    evidencePart(document, cause, shown),
    rules.length > 1
      ? h('details', null, [
          h('summary', null, `Its ${rules.length} rules`),
          h(
            'p',
            { class: 'folded' },
            rules.flatMap((one) => [ruleLink(one), ' ']),
          ),
        ])
      : h(
          'p',
          { class: 'folded' },
          rules.map((one) => ruleLink(one)),
        ),
  ]);
}
