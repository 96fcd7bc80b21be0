import type { ResultDocument } from '@gateproof/harness';
import { hostileDocument } from '../../reports/src/hostile-document.fixture.ts';
import { sampleExchange } from '../../reports/src/sample-document.fixture.ts';

const exchanges = 5_000;

/** The result with 300 hostile failures, whose cases have 5,000 exchanges together. */
export function largeDocument(): ResultDocument {
  const document = hostileDocument();
  const failed = document.rules.filter(({ verdict }) => verdict === 'fail');
  const each = Math.ceil(exchanges / failed.length);
  const ids = Array.from({ length: each * failed.length }, (_, index) => `x${index + 1}`);
  const places = new Map(failed.map(({ rule }, index) => [rule, ids.slice(index * each, (index + 1) * each)]));
  return {
    ...document,
    rules: document.rules.map((record) => withExchanges(record, places.get(record.rule))),
    exchanges: Object.fromEntries(ids.map((id, index) => [id, sampleExchange({ id, endedAtMs: index })])),
  };
}

function withExchanges(record: ResultDocument['rules'][number], ids: readonly string[] | undefined) {
  if (record.failure === undefined || ids === undefined) return record;
  return { ...record, failure: { ...record.failure, exchanges: ids, shownBy: ids.slice(0, 1) } };
}
