import { guidanceFor, loadFreedoms, loadRules, rulePageUrl } from '@gateproof/spec';
import { codeText } from './code-text.ts';
import { command } from './command.ts';
import { type Html, h } from './markup.ts';

/** Why a rule matters, how to mend what breaks it and what it leaves open, as far as this version knows the rule, and where all of it stands. */
export function guidancePart(rule: string, docsSite: string | undefined): Html {
  return h('div', { class: 'guidance' }, [
    h('dl', null, guidanceItems(rule)),
    docsSite === undefined
      ? command('about', `npx gateproof rules ${rule}`)
      : h(
          'p',
          null,
          h('a', { href: rulePageUrl(docsSite, rule), rel: 'noreferrer' }, 'All about this rule, with an example'),
        ),
  ]);
}

function guidanceItems(id: string): readonly Html[] {
  const rule = loadRules().find((one) => one.id === id);
  if (rule === undefined) return [];
  const { why, fix } = guidanceFor(id);
  const accepted = loadFreedoms().filter(({ id: freedom }) => rule.freedoms.includes(freedom));
  return [
    ...item('Why it matters', why),
    ...item('How to mend it', fix),
    ...accepted.flatMap(({ title, accept }) => item('Left open', `${title}: ${accept.join('; ')}`)),
  ];
}

function item(name: string, text: string): readonly Html[] {
  return [h('dt', null, name), h('dd', null, codeText(text))];
}
