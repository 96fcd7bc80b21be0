import type { ExchangeRecord, FailureRecord, ResultDocument } from '@gateproof/harness';
import { caseSteps } from '../text/case-steps.ts';
import { caseText } from '../text/case-text.ts';
import { counted } from '../text/cut-text.ts';
import { shownExchange } from '../text/shown-exchange.ts';
import { visibleText } from '../text/visible-text.ts';
import { codeText } from './code-text.ts';
import { command } from './command.ts';
import { exchangePart } from './exchange-part.ts';
import { fixItem, item } from './guidance-part.ts';
import { markDifference } from './mark-difference.ts';
import { type Content, type Html, h } from './markup.ts';
import { sequenceDiagram } from './sequence-diagram.ts';

/** A case of more exchanges shows the first ones and those that show the break: fewer where a page has so many failures that it would open slowly. */
const mostExchanges = 12;
const leastExchanges = 3;
const mostOnPage = 900;

/** What was expected and observed, the smallest case, what went over the wire, and the commands that show it again. */
export function failurePart(document: ResultDocument, rule: string, failure: FailureRecord): Html {
  const { exchanges, left } = exchangesOf(document, failure);
  const [expected, observed] = markDifference(visibleText(failure.expected), visibleText(failure.observed));
  const decisive = shownExchange(document, failure)?.id;
  const isOpen = (id: string) => failure.shownBy.includes(id) || (failure.shownBy.length === 0 && id === decisive);
  const input = caseText(failure.case);
  const { seed, path, shrinks } = failure.case;
  return h('div', { class: 'failure' }, [
    h('dl', { class: 'compare' }, [
      ...(input === undefined ? [] : item('Case', visibleText(input))),
      ...[h('dt', null, 'Expected'), h('dd', null, withCode(expected))],
      ...[h('dt', null, 'Observed'), h('dd', null, withCode(observed))],
      ...(failure.onReplay === undefined ? [] : item('On replay', visibleText(failure.onReplay))),
      ...fixItem(rule),
      ...stepsItem(document, failure),
      ...item('Drawn by', `seed ${seed}, path ${path}, shrunk ${counted(shrinks, 'time')}`),
    ]),
    exchanges.length === 0 ? null : sequenceDiagram(exchanges, failure.shownBy),
    exchanges.map((exchange) => exchangePart(exchange, isOpen(exchange.id))),
    left === 0 ? null : h('p', null, `${counted(left, 'more exchange')} in the JSON result.`),
    failure.curl.map((text) => command('curl', text)),
    failure.replay === undefined ? null : command('replay', failure.replay),
  ]);
}

/** The requests that decided, one a line. */
function stepsItem(document: ResultDocument, failure: FailureRecord): readonly Html[] {
  const steps = caseSteps(document, failure);
  if (steps.length === 0) return [];
  const lines = steps.map(({ text }) => h('li', null, visibleText(text)));
  return [h('dt', null, 'Requests'), h('dd', null, h('ol', { class: 'steps' }, lines))];
}

/** Texts with their words between backticks as code; what is marked in them stays marked. */
function withCode(parts: readonly (string | Html)[]): Content {
  return parts.map((part) => (typeof part === 'string' ? codeText(part) : part));
}

interface Shown {
  readonly exchanges: readonly ExchangeRecord[];
  /** How many the page leaves out. */
  readonly left: number;
}

function exchangesOf(document: ResultDocument, { exchanges: ids, shownBy }: FailureRecord): Shown {
  const { exchanges: kept, rules } = document;
  const failures = rules.filter(({ failure }) => failure !== undefined).length;
  const most = Math.min(mostExchanges, Math.max(leastExchanges, Math.floor(mostOnPage / failures)));
  const all = [...new Set([...ids, ...shownBy])].flatMap((id) => kept[id] ?? []);
  const others = all.filter(({ id }) => !shownBy.includes(id)).slice(0, Math.max(0, most - shownBy.length));
  const shown = all.filter((exchange) => shownBy.includes(exchange.id) || others.includes(exchange));
  const exchanges = shown.slice(0, most).sort((one, other) => one.request.atMs - other.request.atMs);
  return { exchanges, left: all.length - exchanges.length };
}
