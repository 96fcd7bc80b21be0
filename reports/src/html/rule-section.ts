import type { ResultDocument, RuleRecord } from '@gateproof/harness';
import { verdictLooks, verdictOrder } from '../text/verdict-look.ts';
import { visibleText } from '../text/visible-text.ts';
import { failurePart } from './failure-part.ts';
import { guidancePart } from './guidance-part.ts';
import { type Html, h } from './markup.ts';
import { anchorOf, ruleLink } from './rule-link.ts';

/** Every rule, those to act on first, with a filter by words and by verdict. */
export function ruleSection(document: ResultDocument, docsSite: string | undefined): Html {
  const ranks = new Map(document.summary.causes.map(({ rule }, index) => [rule, index]));
  const rank = ({ rule }: RuleRecord) => ranks.get(rule) ?? ranks.size;
  const inOrder = verdictOrder.flatMap((verdict) =>
    document.rules.filter((record) => record.verdict === verdict).sort((one, other) => rank(one) - rank(other)),
  );
  return h('section', { 'aria-labelledby': 'rules' }, [
    h('h2', { id: 'rules' }, 'Rules'),
    filterBar(document),
    h(
      'div',
      { class: 'rules' },
      inOrder.map((record) => ruleItem(document, record, docsSite)),
    ),
  ]);
}

function filterBar({ summary: { verdicts } }: ResultDocument): Html {
  const present = verdictOrder.filter((verdict) => verdicts[verdict] > 0);
  return h('form', { class: 'filter', role: 'search' }, [
    h('label', null, [
      'Find ',
      h('input', { type: 'search', id: 'find', placeholder: 'words of a rule, / to begin', autocomplete: 'off' }),
    ]),
    h(
      'div',
      { class: 'chips', role: 'group', 'aria-label': 'Verdicts to show' },
      present.map((verdict) =>
        h('button', { type: 'button', class: `chip ${verdict}`, 'data-verdict': verdict, 'aria-pressed': 'false' }, [
          `${verdictLooks[verdict].mark} ${verdicts[verdict]} ${verdictLooks[verdict].counted(verdicts[verdict])}`,
        ]),
      ),
    ),
    h('p', { id: 'shown', role: 'status' }),
    h('p', { class: 'keys' }, 'Keys: / find, j next, k previous, Enter opens or closes.'),
  ]);
}

function ruleItem(document: ResultDocument, record: RuleRecord, docsSite: string | undefined): Html {
  const { rule, verdict, level, statement, section, reason, causedBy, failure } = record;
  return h('details', { class: `rule ${verdict}`, id: anchorOf(rule), 'data-verdict': verdict }, [
    h('summary', null, [
      h('span', { class: `mark ${verdict}` }, `${verdictLooks[verdict].mark} ${verdict}`),
      h('code', { class: 'id' }, rule),
      h('span', { class: 'statement' }, visibleText(statement)),
    ]),
    h('p', { class: 'place' }, visibleText(`Contract: ${section} · ${level}`)),
    reason === undefined ? null : h('p', null, visibleText(reason)),
    causedBy === undefined || !document.rules.some((one) => one.rule === causedBy)
      ? null
      : h('p', null, ['Red because of ', ruleLink(causedBy)]),
    failure === undefined ? witnesses(record) : failurePart(document, failure),
    failure === undefined ? null : guidancePart(rule, docsSite),
  ]);
}

function witnesses({ cases, witnesses: seen }: RuleRecord): Html | null {
  if (seen.length === 0) return null;
  return h('p', null, `${cases.exercised} of ${cases.run} cases exercised it; seen in ${seen.join(', ')}.`);
}
