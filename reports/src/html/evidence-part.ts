import type { CauseRecord, ExchangeRecord, ResultDocument, RuleRecord } from '@gateproof/harness';
import { hintsOf } from '../text/body-excerpt.ts';
import { caseSteps } from '../text/case-steps.ts';
import { exchangeLines } from '../text/exchange-lines.ts';
import { shownExchange } from '../text/shown-exchange.ts';
import { visibleText } from '../text/visible-text.ts';
import { fixItem, item } from './guidance-part.ts';
import { type Html, h } from './markup.ts';

/** Of a stream some events; of any other body one stretch, which the page wraps. */
const ofStream = { width: 200, maxBodyLines: 3 };
const ofBody = { width: 600, maxBodyLines: 1 };

/** What shows a cause: expected, observed, how to fix it, and the requests that decided with the part of the answer that broke. */
export function evidencePart(document: ResultDocument, cause: CauseRecord, shown: RuleRecord | undefined): Html {
  const isCrash = cause.kind === 'crash';
  const failure = isCrash ? undefined : shown?.failure;
  const lines = excerptLines(document, cause, shown);
  return h('div', { class: 'evidence' }, [
    failure === undefined || shown === undefined
      ? null
      : h('dl', { class: 'compare' }, [
          ...item('Expected', visibleText(failure.expected)),
          ...item('Observed', visibleText(failure.observed)),
          ...fixItem(shown.rule),
        ]),
    lines.length === 0 ? null : h('pre', { tabindex: 0 }, lines.join('\n')),
  ]);
}

function excerptLines(document: ResultDocument, cause: CauseRecord, shown: RuleRecord | undefined): string[] {
  const exchange = exchangeOf(document, cause, shown);
  if (exchange === undefined) return [];
  const hints = shown?.failure === undefined ? [] : hintsOf(shown.failure);
  const [head = '', ...body] = exchangeLines(exchange, { ...(isStream(exchange) ? ofStream : ofBody), hints });
  const steps = shown?.failure === undefined ? [] : caseSteps(document, shown.failure);
  const isOfSteps = steps.at(-1)?.exchange.id === exchange.id;
  const heads = isOfSteps ? steps.map(({ text }, index) => `${index + 1}. ${text}`) : [head];
  return [...heads, ...body];
}

function isStream({ side, request, response }: ExchangeRecord): boolean {
  const { headers = [] } = (side === 'request' ? response : request) ?? {};
  return headers.some(
    ([name, value]) => name.toLowerCase() === 'content-type' && value.startsWith('text/event-stream'),
  );
}

function exchangeOf(
  document: ResultDocument,
  { exchange = '' }: CauseRecord,
  shown: RuleRecord | undefined,
): ExchangeRecord | undefined {
  const own = document.exchanges[exchange];
  return own ?? (shown?.failure === undefined ? undefined : shownExchange(document, shown.failure));
}
