import type { ResultDocument } from '@gateproof/harness';
import { causeSection } from './cause-section.ts';
import { classSection } from './class-section.ts';
import { mapSection } from './map-section.ts';
import { type Html, h } from './markup.ts';
import { pageHead } from './page-head.ts';
import { ruleSection } from './rule-section.ts';
import { runSection } from './run-section.ts';

/** The page from top to bottom: what is broken and what shows it, by class, the rules to act on, where in the contract, and how it was run. */
export function pageBody(document: ResultDocument, docsSite: string | undefined): Html {
  return h('div', { class: 'page' }, [
    h('a', { class: 'skip', href: '#rules' }, 'Skip to the rules'),
    pageHead(document),
    h('main', null, [
      causeSection(document),
      classSection(document),
      ruleSection(document, docsSite),
      mapSection(document),
      runSection(document),
    ]),
  ]);
}
