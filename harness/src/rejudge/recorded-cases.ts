import type { Exchange } from '../exchange/exchange.ts';
import { fromRecord } from '../result/from-record.ts';
import type { CaseRecord, ExchangeRecord, ResultDocument } from '../result/result-document.ts';
import { keptBytes } from '../result/to-record.ts';

/** Exchanges that passed in one case, with the place of that case where the document has it. */
export interface RecordedCase {
  readonly exchanges: readonly Exchange[];
  readonly place: Pick<CaseRecord, 'check' | 'seed' | 'path'>;
}

/**
 * The cases that a document keeps: of each failure and warning the whole one, of each pass the few exchanges that show it. One of which a body was cut is
 * left out, because a cut body breaks rules by itself.
 */
export function recordedCases({ rules, run, exchanges }: ResultDocument): readonly RecordedCase[] {
  const cases = new Map<string, RecordedCase>();
  for (const { rule, failure, witnesses } of rules) {
    const ids = failure === undefined ? witnesses : failure.exchanges;
    const records = ids.flatMap((id) => exchanges[id] ?? []);
    if (records.length === 0 || records.some(isCut)) continue;
    const place = failure?.case ?? { check: rule, seed: run.seed, path: '' };
    const inOrder = records.map(fromRecord).sort((one, other) => one.request.atMs - other.request.atMs);
    const key = inOrder.map(({ id }) => id).join(' ');
    if (!cases.has(key)) cases.set(key, { exchanges: inOrder, place });
  }
  return [...cases.values()];
}

function isCut({ request, response }: ExchangeRecord): boolean {
  return Math.max(request.bodyBytes, response?.bodyBytes ?? 0) > keptBytes;
}
