import type { ResultDocument, RuleRecord } from '@gateproof/harness';
import { counted } from '../text/cut-text.ts';
import { visibleText } from '../text/visible-text.ts';
import { type Html, h } from './markup.ts';
import { anchorOf } from './rule-link.ts';

/** The contract's sections with every rule as a cell, so that the eye finds where it breaks; folded, since most of it holds. */
export function mapSection({ rules }: ResultDocument): Html | null {
  if (rules.length === 0) return null;
  const bySection = Map.groupBy(rules, sectionOf);
  return h('section', { 'aria-labelledby': 'map' }, [
    h('h2', { id: 'map' }, 'Map of the contract'),
    h('details', null, [
      h('summary', null, `${counted(rules.length, 'rule')} in ${counted(bySection.size, 'section')}`),
      h(
        'div',
        { class: 'map' },
        [...bySection].map(([section, records]) => sectionRow(section, records)),
      ),
    ]),
  ]);
}

/** `Endpoints › POST /v1/chat/completions` of `Endpoints › POST /v1/chat/completions › Streaming rules, 3`. */
function sectionOf({ section }: RuleRecord): string {
  const [chapter = '', part] = section.split(' › ');
  return [chapter, part].flatMap((one) => (one === undefined ? [] : [one.split(',')[0] ?? one])).join(' › ');
}

function sectionRow(section: string, records: readonly RuleRecord[]): Html {
  return h('div', { class: 'map-row' }, [
    h('h3', null, visibleText(section)),
    h('div', { class: 'cells' }, records.map(cell)),
  ]);
}

function cell({ rule, verdict, statement }: RuleRecord): Html {
  const label = `${verdict}: ${rule}`;
  return h('a', {
    class: `cell ${verdict}`,
    href: `#${anchorOf(rule)}`,
    title: visibleText(`${label}\n${statement}`),
    'aria-label': label,
  });
}
