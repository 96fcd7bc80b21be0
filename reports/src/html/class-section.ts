import type { ClassRecord, ResultDocument } from '@gateproof/harness';
import { classText } from '../terminal/class-lines.ts';
import { outcomeText } from '../text/outcome-text.ts';
import { verdictLooks, verdictOrder } from '../text/verdict-look.ts';
import { type Html, h } from './markup.ts';

/** The verdict by conformance class; nothing for parties that have none. */
export function classSection({ summary }: ResultDocument): Html | null {
  if (summary.classes.length === 0) return null;
  return h('section', { 'aria-labelledby': 'classes' }, [
    h('h2', { id: 'classes' }, 'Verdict by class'),
    h('table', null, [
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          ['Class', 'Outcome', 'Passed', 'Rules'].map((name) => h('th', { scope: 'col' }, name)),
        ),
      ),
      h('tbody', null, summary.classes.map(classRow)),
    ]),
    legend(),
  ]);
}

function classRow(record: ClassRecord): Html {
  return h('tr', null, [
    h('th', { scope: 'row' }, record.title),
    h('td', { class: `outcome ${record.outcome}` }, outcomeText(record)),
    h('td', null, testedText(record)),
    h('td', null, verdictBar(record)),
  ]);
}

function testedText(record: ClassRecord): string {
  if (!record.claimed) return '–';
  return record.notShown === undefined ? `${record.passed} of ${record.decided} decided` : classText(record);
}

/** What the colours of a bar stand for. */
function legend(): Html {
  const colours = [
    ['fail', 'failing'],
    ['blocked', 'blocked or inconclusive'],
    ['warn', 'warned or known'],
    ['pass', 'passed'],
    ['not-applicable', 'not applicable or not claimed'],
  ] as const;
  return h(
    'ul',
    { class: 'legend', 'aria-label': 'Colours of the bars' },
    colours.map(([verdict, words]) => h('li', null, [h('span', { class: `cell ${verdict}` }), ` ${words}`])),
  );
}

/** One stretch for each verdict that occurred, as wide as its share of the class. */
function verdictBar({ verdicts, rules }: ClassRecord): Html {
  const present = verdictOrder.filter((verdict) => verdicts[verdict] > 0);
  const text = present.map((verdict) => `${verdicts[verdict]} ${verdictLooks[verdict].counted(verdicts[verdict])}`);
  const label = text.join(', ') || 'no rules';
  let x = 0;
  const stretches = present.map((verdict) => {
    const width = (100 * verdicts[verdict]) / Math.max(1, rules);
    x += width;
    return h('rect', { class: verdict, x: x - width, y: 0, width, height: 10 });
  });
  const shape = { viewBox: '0 0 100 10', preserveAspectRatio: 'none', role: 'img', 'aria-label': label };
  return h('svg', { class: 'bar', ...shape }, [h('title', null, label), ...stretches]);
}
