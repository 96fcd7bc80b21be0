import type { ResultDocument } from '@gateproof/harness';
import { causeSection } from './cause-section.ts';
import { classSection } from './class-section.ts';
import { mapSection } from './map-section.ts';
import { type Html, h } from './markup.ts';
import { pageHead } from './page-head.ts';
import { ruleSection } from './rule-section.ts';

/** The page from top to bottom: what it came to, by class, why, where in the contract, and every rule. */
export function pageBody(document: ResultDocument, docsSite: string | undefined): Html {
  return h('div', { class: 'page' }, [
    h('a', { class: 'skip', href: '#rules' }, 'Skip to the rules'),
    pageHead(document),
    h('main', null, [
      classSection(document),
      causeSection(document),
      mapSection(document),
      ruleSection(document, docsSite),
    ]),
  ]);
}
