import type { ExchangeRecord, FailureRecord, ResultDocument } from '@gateproof/harness';
import { shownExchange } from './shown-exchange.ts';
import { stepTexts } from './step-texts.ts';

const mostSteps = 4;
/** What lies further back decided nothing. */
const mostLooked = 40;

/** One request of the case that broke a rule. */
export interface CaseStep {
  readonly exchange: ExchangeRecord;
  /** The request by what sets it apart from the others, and its status: `POST /v1/chat/completions, key K, stream → 200`. */
  readonly text: string;
  /** How often it was sent so, one after the other. */
  readonly times: number;
}

/**
 * The requests that decided a failure, in order, the one that shows the break last: those with its idempotency key, otherwise those that show the
 * break, otherwise the ones before it. Empty where one request decided alone.
 */
export function caseSteps(document: ResultDocument, failure: FailureRecord): readonly CaseStep[] {
  const shown = shownExchange(document, failure);
  if (shown === undefined) return [];
  const chosen = deciding(document, failure, shown).slice(-mostLooked);
  const steps = withoutRepeats(chosen, stepTexts(chosen)).slice(-mostSteps);
  return steps.length < 2 ? [] : steps;
}

function deciding(document: ResultDocument, failure: FailureRecord, shown: ExchangeRecord): ExchangeRecord[] {
  const ids = [...new Set([...failure.exchanges, ...failure.shownBy])];
  const before = ids
    .flatMap((id) => document.exchanges[id] ?? [])
    .filter(({ side, request }) => side === shown.side && request.atMs <= shown.request.atMs)
    .sort((one, other) => one.request.atMs - other.request.atMs);
  const key = idempotencyKey(shown);
  const sameKey = before.filter((one) => key !== undefined && idempotencyKey(one) === key);
  if (sameKey.length > 1) return sameKey;
  const showing = before.filter(({ id }) => failure.shownBy.includes(id));
  return showing.length > 1 ? showing : before;
}

function idempotencyKey({ request }: ExchangeRecord): string | undefined {
  return request.headers.find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1];
}

/** Requests that read the same one after the other stand once. */
function withoutRepeats(exchanges: readonly ExchangeRecord[], texts: readonly string[]): CaseStep[] {
  const steps: CaseStep[] = [];
  for (const [index, exchange] of exchanges.entries()) {
    const text = texts[index] ?? '';
    const before = steps.at(-1);
    const times = before?.text === text ? before.times + 1 : 1;
    if (times > 1) steps.pop();
    steps.push({ exchange, text, times });
  }
  return steps;
}
