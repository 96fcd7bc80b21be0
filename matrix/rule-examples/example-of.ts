import type { ExchangeRecord, ResultDocument, Verdict } from '@gateproof/harness';
import type { Rule } from '@gateproof/spec';
import type { RuleExample } from '@gateproof/suites';
import { exchangeExample } from './exchange-example.ts';
import { plainNames } from './plain-names.ts';

const mostExchanges = 2;

/** What breaks a rule. */
export interface Breaker {
  readonly id: string;
  readonly summary?: string;
}

/** Verdicts of a rule that nothing spoke of, which a conditional rule allows. */
const unspoken: readonly (Verdict | undefined)[] = ['inconclusive', 'not-applicable'];

/** The example that a broken run and the same case on the reference make; undefined where the one did not break the rule, or the other did not keep it. */
export function exampleOf(
  { id: rule, conditional = false }: Rule,
  by: Breaker,
  { broken, kept }: { readonly broken: ResultDocument; readonly kept: ResultDocument },
): RuleExample | undefined {
  const failure = broken.rules.find((record) => record.rule === rule)?.failure;
  const pass = kept.rules.find((record) => record.rule === rule);
  const isKept = pass?.verdict === 'pass' || (conditional && unspoken.includes(pass?.verdict));
  if (failure === undefined || pass === undefined || !isKept) return undefined;
  const ids = failure.shownBy.length > 0 ? failure.shownBy : failure.exchanges.slice(-1);
  const breaks = exchangesOf(broken, ids).slice(-mostExchanges);
  const witnesses = exchangesOf(kept, pass.witnesses);
  const keeps = breaks.flatMap((one, index) => counterpart(one, witnesses, breaks.length - index) ?? []);
  const shown = keeps.length > 0 ? [...new Set(keeps)] : witnesses.slice(-1);
  return plainNames({
    brokenBy: by.id,
    ...(by.summary === undefined ? {} : { change: by.summary }),
    expected: failure.expected,
    observed: failure.observed,
    keeps: shown.map((one) => exchangeExample(one, rule)),
    breaks: breaks.map((one) => exchangeExample(one, rule)),
  });
}

const exchangesOf = ({ exchanges }: ResultDocument, ids: readonly string[]): ExchangeRecord[] =>
  ids.flatMap((id) => exchanges[id] ?? []);

/** The exchange of the kept case that asks the same; of several the one that stands as far from the end. */
function counterpart(
  one: ExchangeRecord,
  witnesses: readonly ExchangeRecord[],
  fromEnd: number,
): ExchangeRecord | undefined {
  const alike = witnesses.filter((other) => kindOf(other) === kindOf(one));
  return alike.at(-fromEnd) ?? alike[0];
}

/** Side, method and route, with ids left out. */
const kindOf = ({ side, request }: ExchangeRecord): string =>
  `${side} ${request.method} ${request.url.replace(/^https?:\/\/[^/]*/, '').replace(/(jobs|models)\/(?!.*cancel)[^?]+|(?<=jobs\/)[^/]+/, '$1')}`;
