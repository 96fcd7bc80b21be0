import type { Element } from 'hast';
import { h } from 'hastscript';

/** The place of a rule on the page. */
export function anchorOf(rule: string): string {
  return encodeURIComponent(rule);
}

/** A link to a rule on the same page. */
export function ruleLink(rule: string): Element {
  return h('a', { class: 'rule-link', href: `#${anchorOf(rule)}` }, rule);
}
