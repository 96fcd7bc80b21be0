import type { ResultDocument, RuleRecord, Verdict } from '@gateproof/harness';
import { counted } from '../text/cut-text.ts';
import { verdictCount } from '../text/summary-line.ts';
import { verdictLooks, verdictOrder } from '../text/verdict-look.ts';
import { visibleText } from '../text/visible-text.ts';
import { codeText } from './code-text.ts';
import { failurePart } from './failure-part.ts';
import { guidancePart } from './guidance-part.ts';
import { type Html, h } from './markup.ts';
import { anchorOf, ruleLink } from './rule-link.ts';

/** The verdicts that a reader acts on; all others stand behind a fold. */
const shownVerdicts: ReadonlySet<Verdict> = new Set(['fail', 'flaky', 'error', 'inconclusive', 'warn']);

/** Every rule, those to act on first and the others folded away, with a filter by words and by verdict. */
export function ruleSection(document: ResultDocument, docsSite: string | undefined): Html {
  const ranks = new Map(document.summary.causes.map(({ rule }, index) => [rule, index]));
  const rank = ({ rule }: RuleRecord) => ranks.get(rule) ?? ranks.size;
  const inOrder = verdictOrder.flatMap((verdict) =>
    document.rules.filter((record) => record.verdict === verdict).sort((one, other) => rank(one) - rank(other)),
  );
  const shown = inOrder.filter(({ verdict }) => shownVerdicts.has(verdict));
  const others = inOrder.filter(({ verdict }) => !shownVerdicts.has(verdict));
  return h('section', { 'aria-labelledby': 'rules' }, [
    h('h2', { id: 'rules' }, 'Rules'),
    filterBar(document),
    h(
      'div',
      { class: 'rules' },
      shown.map((record) => ruleItem(document, record, docsSite)),
    ),
    others.length === 0
      ? null
      : h('details', { id: 'others', class: 'others' }, [
          h('summary', null, othersText(document, others)),
          h(
            'div',
            { class: 'rules' },
            others.map((record) => ruleItem(document, record, docsSite)),
          ),
        ]),
  ]);
}

/** `762 more rules: 163 passed, 599 not applicable`. */
function othersText({ summary: { verdicts }, rules }: ResultDocument, others: readonly RuleRecord[]): string {
  const present = verdictOrder.filter((verdict) => others.some((record) => record.verdict === verdict));
  const counts = present.map((verdict) => verdictCount(verdict, verdicts)).join(', ');
  return `${counted(others.length, others.length === rules.length ? 'rule' : 'more rule')}: ${counts}`;
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
      h('span', { class: 'statement' }, codeText(statement)),
    ]),
    h('p', { class: 'place' }, visibleText(`Contract: ${section} · ${level}`)),
    reason === undefined ? null : h('p', null, codeText(reason)),
    causedBy === undefined || !document.rules.some((one) => one.rule === causedBy)
      ? null
      : h('p', null, ['Caused by ', ruleLink(causedBy)]),
    failure === undefined ? witnesses(record) : failurePart(document, rule, failure),
    failure === undefined ? null : guidancePart(rule, docsSite),
  ]);
}

function witnesses({ cases, witnesses: seen }: RuleRecord): Html | null {
  if (seen.length === 0) return null;
  return h('p', null, `${cases.exercised} of ${cases.run} cases exercised it; seen in ${seen.join(', ')}.`);
}
