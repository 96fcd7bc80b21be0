import type { CauseRecord, ResultDocument } from '@gateproof/harness';
import { counted } from '../text/cut-text.ts';
import { visibleText } from '../text/visible-text.ts';
import { type Html, h } from './markup.ts';
import { ruleLink } from './rule-link.ts';

/** More causes than this are single failures, which the rules below show. */
const mostCauses = 10;

/** What is wrong, the cause of most rules first, each with the rules that follow from it. */
export function causeSection({ summary }: ResultDocument): Html | null {
  const leading = summary.causes.slice(0, mostCauses);
  if (leading.length === 0) return null;
  const more = summary.causes.length - leading.length;
  return h('section', { 'aria-labelledby': 'causes' }, [
    h('h2', { id: 'causes' }, 'What is wrong'),
    h('ol', { class: 'causes' }, leading.map(causeItem)),
    more > 0
      ? h('p', null, `… and ${counted(more, 'more cause')}, each of one or few rules, among the rules below.`)
      : null,
  ]);
}

function causeItem({ sentence, rule, folded, proved }: CauseRecord): Html {
  const effect = proved
    ? `Fixing this turns ${counted(folded.length, 'rule')} green (measured).`
    : `${counted(folded.length, 'rule')} red because of it.`;
  return h('li', null, [
    h('p', null, [visibleText(sentence), ' ', rule === undefined ? null : ruleLink(rule)]),
    folded.length === 0
      ? null
      : h('details', null, [
          h('summary', null, effect),
          h(
            'p',
            { class: 'folded' },
            folded.flatMap((one) => [ruleLink(one), ' ']),
          ),
        ]),
  ]);
}
