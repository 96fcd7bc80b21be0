import type { ResultDocument } from '@gateproof/harness';
import { describedRoutes } from '../text/described-routes.ts';
import { durationText } from '../text/duration-text.ts';
import { offersText } from '../text/offers-text.ts';
import { styleFor } from '../text/style.ts';
import { summaryLine } from '../text/summary-line.ts';
import { targetName } from '../text/target-name.ts';
import { visibleText } from '../text/visible-text.ts';
import { type Html, h } from './markup.ts';

/** What was judged, what it came to, and what would judge it the same way again. */
export function pageHead(document: ResultDocument): Html {
  const { run, target, tool, summary } = document;
  const routes = describedRoutes(document);
  const offers = offersText(target);
  const facts: readonly (readonly [string, string])[] = [
    ['Target', `${targetName(target)} (${target.kind}), prefix ${target.prefix}`],
    ...(offers === undefined ? [] : [['Can arrange', offers] as const]),
    ['Run', `${run.startedAt}, ${durationText(run.durationMs)}, seed ${run.seed}, effort ${run.effort}`],
    ['Work', `${number(run.cases)} cases, ${number(run.requests)} requests, ${number(run.exchanges)} exchanges`],
    ['Suite', `Gateproof ${tool.version}`],
    ...(routes === '' ? [] : [['Differs', `routes described by the profile: ${routes}`] as const]),
    ...(run.cutShort === undefined ? [] : [['Cut short', run.cutShort.sentence] as const]),
    ...document.notes.slice(0, mostNotes).map((note) => ['Note', note] as const),
  ];
  return h('header', { class: summary.exitCode === 0 ? 'good' : 'bad' }, [
    h('h1', null, 'Gateproof'),
    h('p', { class: 'verdict' }, visibleText(summaryLine(document, styleFor(false)))),
    h(
      'dl',
      null,
      facts.flatMap(([name, value]) => [h('dt', null, name), h('dd', null, visibleText(value))]),
    ),
  ]);
}

const mostNotes = 5;

function number(count: number): string {
  return count.toLocaleString('en-US');
}
