import { type Html, h } from './markup.ts';

/** The place of a rule on the page. */
export function anchorOf(rule: string): string {
  return encodeURIComponent(rule);
}

/** A link to a rule on the same page. */
export function ruleLink(rule: string): Html {
  return h('a', { class: 'rule-link', href: `#${anchorOf(rule)}` }, rule);
}
