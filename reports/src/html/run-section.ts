import type { ResultDocument } from '@gateproof/harness';
import { describedRoutes } from '../text/described-routes.ts';
import { durationText } from '../text/duration-text.ts';
import { offersText } from '../text/offers-text.ts';
import { targetName } from '../text/target-name.ts';
import { codeText } from './code-text.ts';
import { type Html, h } from './markup.ts';

const mostNotes = 5;

/** What was tested, and what tests it the same way again. */
export function runSection(document: ResultDocument): Html {
  const { run, target, tool } = document;
  const routes = describedRoutes(document);
  const offers = offersText(target);
  const facts: readonly (readonly [string, string])[] = [
    ['Target', `${targetName(target)} (${target.kind}), prefix ${target.prefix}`],
    ...(offers === undefined ? [] : [['Can arrange', offers] as const]),
    ['Run', `${run.startedAt}, ${durationText(run.durationMs)}, seed ${run.seed}, effort ${run.effort}`],
    ['Work', `${number(run.cases)} cases, ${number(run.requests)} requests, ${number(run.exchanges)} exchanges`],
    ['Suite', `Gateproof ${tool.version}`],
    ...(run.only === undefined ? [] : [['Only', run.only.join(', ')] as const]),
    ...(routes === '' ? [] : [['Differs', `routes described by the profile: ${routes}`] as const]),
    ...document.notes.slice(0, mostNotes).map((note) => ['Note', note] as const),
  ];
  return h('section', { 'aria-labelledby': 'run' }, [
    h('h2', { id: 'run' }, 'About this run'),
    h(
      'dl',
      null,
      facts.flatMap(([name, value]) => [h('dt', null, name), h('dd', null, codeText(value))]),
    ),
  ]);
}

function number(count: number): string {
  return count.toLocaleString('en-US');
}
