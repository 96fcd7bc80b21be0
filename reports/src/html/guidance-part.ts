import { guidanceFor, loadFreedoms, loadRules, rulePageUrl } from '@gateproof/spec';
import { codeText } from './code-text.ts';
import { command } from './command.ts';
import { type Html, h } from './markup.ts';

/** How to fix what breaks a rule, as an item of a list; none of a rule that this version does not know. */
export function fixItem(rule: string): readonly Html[] {
  return isKnown(rule) ? item('How to fix it', guidanceFor(rule).fix) : [];
}

/** Why a rule matters and what it leaves open, as far as this version knows the rule, and where all of it stands. */
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

/** A name and its text in a list of them, with words between backticks as code. */
export function item(name: string, text: string): readonly Html[] {
  return [h('dt', null, name), h('dd', null, codeText(text))];
}

function isKnown(id: string): boolean {
  return loadRules().some((one) => one.id === id);
}

function guidanceItems(id: string): readonly Html[] {
  const rule = loadRules().find((one) => one.id === id);
  if (rule === undefined) return [];
  const accepted = loadFreedoms().filter(({ id: freedom }) => rule.freedoms.includes(freedom));
  return [
    ...item('Why it matters', guidanceFor(id).why),
    ...accepted.flatMap(({ title, accept }) => item('Left open', `${title}: ${accept.join('; ')}`)),
  ];
}
