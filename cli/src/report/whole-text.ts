import type { ResultDocument, RuleRecord } from '@gateproof/harness';
import { type CausePage, causeText, exchangeText, failureText, type Style } from '@gateproof/reports';
import { suggestion } from '../suggest.ts';
import { UsageError } from '../usage-error.ts';

const body = { characters: 20_000, lines: 400 };

/** One cause with its failures, or the whole of one rule or exchange of a document. Throws `UsageError` when it has none of them. */
export function wholeText(document: ResultDocument, id: string, page: CausePage): string[] {
  const { style } = page;
  const cause = causeText(document, id, page);
  if (cause !== undefined) return cause;
  const record = document.rules.find(({ rule }) => rule === id);
  if (record !== undefined) {
    const text = failureText(document, record, { style, body });
    return record.failure === undefined ? [...text, ...witnessText(document, record, style)] : text;
  }
  const exchange = document.exchanges[id];
  const { kind: targetKind } = document.target;
  if (exchange !== undefined) {
    return exchangeText(exchange, { style, body, originMs: exchange.request.atMs, targetKind });
  }
  const rules = document.rules.map(({ rule }) => rule);
  throw new UsageError(`the result has no cause, rule or exchange ${id}.${suggestion(id, rules)}`);
}

/** How many cases decided a rule that has no failure, and the exchanges that it names. */
function witnessText({ exchanges, target }: ResultDocument, { cases, witnesses }: RuleRecord, style: Style): string[] {
  const kept = witnesses.flatMap((id) => exchanges[id] ?? []);
  const originMs = kept[0]?.request.atMs ?? 0;
  return [
    `  ${style.bold('cases')}     ${cases.run} run, ${cases.exercised} of them exercised the rule`,
    ...kept.flatMap((exchange) => [
      '',
      ...exchangeText(exchange, { style, body, originMs, targetKind: target.kind }).map((line) => `  ${line}`),
    ]),
  ];
}
