import type { ResultDocument } from '@gateproof/harness';
import { costText } from '../text/cost-text.ts';
import { counted } from '../text/cut-text.ts';
import { describedRoutes } from '../text/described-routes.ts';
import { durationText } from '../text/duration-text.ts';
import { cutToWidth, wrapped } from '../text/fit-text.ts';
import { besideLabels, labelled } from '../text/labelled.ts';
import { offersText } from '../text/offers-text.ts';
import type { Page } from '../text/page.ts';
import { targetName } from '../text/target-name.ts';
import { visibleText } from '../text/visible-text.ts';

/** Enough for a sentence with its remedy where nothing else is reported, and for its beginning beside causes. */
const maxCutShortLines = { alone: 6, besideCauses: 2 };

const maxAdviceLines = 3;

/**
 * What was tested and how: the target, what it offers, seed and effort, what to add to the command line, and why the run ended early if it did. `brief`
 * leaves out what no reader acts on.
 */
export function headerLines(document: ResultDocument, page: Page, brief = false): string[] {
  const { run, target, tool } = document;
  const { style, verbose } = page;
  const width = besideLabels(page.width);
  const line = (label: string, text: string) =>
    labelled(label, verbose ? wrapped(visibleText(text), width) : [cutToWidth(visibleText(text), width)], style.dim);
  const work = `${counted(run.requests, 'request')} in ${counted(run.cases, 'case')}, ${durationText(run.durationMs)}`;
  const title = `Gateproof ${tool.version}: ${targetName(target)} (${target.kind}), prefix ${target.prefix}`;
  const cost = costText(document);
  const routes = describedRoutes(document);
  const offers = offersText(target);
  const differs = `routes described by the profile: ${routes}`;
  return [
    style.bold(cutToWidth(visibleText(title), page.width)),
    ...(offers === undefined || brief ? [] : line('offers', offers)),
    ...(routes === ''
      ? []
      : labelled('differs', wrapped(visibleText(differs), width, verbose ? undefined : 3), style.yellow)),
    ...line('run', `seed ${run.seed}, effort ${run.effort}, ${work}`),
    ...(cost === undefined ? [] : line('cost', cost)),
    ...(run.coverage === undefined || brief ? [] : line('jobs', coverageText(run.coverage))),
    ...(run.shard === undefined
      ? []
      : line('shard', `${run.shard.index} of ${run.shard.of}; gateproof merge joins the results of all`)),
    ...(run.only === undefined ? [] : line('only', run.only.join(', '))),
    ...(run.advice === undefined
      ? []
      : labelled('advice', wrapped(visibleText(run.advice), width, maxAdviceLines), style.yellow)),
    ...cutShortLines(document, page),
  ];
}

/** Why the run ended early, if it did. */
export function cutShortLines({ run, summary }: ResultDocument, { style, width }: Page): string[] {
  if (run.cutShort === undefined) return [];
  const most = summary.causes.length === 0 ? maxCutShortLines.alone : maxCutShortLines.besideCauses;
  const lines = wrapped(visibleText(run.cutShort.sentence), besideLabels(width), most);
  return labelled('cut short', lines, style.yellow);
}

function coverageText({ transitions, walked, missing }: NonNullable<ResultDocument['run']['coverage']>): string {
  const without = missing.length === 0 ? '' : `; not ${missing.join(', ')}`;
  return `job model coverage: ${walked} of ${transitions} transitions${without}`;
}
