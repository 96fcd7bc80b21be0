import type { ExchangeRecord, FailureRecord, ResultDocument } from '@gateproof/harness';

/** The exchange that shows the break of a failure: of several the last, for what came before it led there; where none is named, the last of its case. */
export function shownExchange(document: ResultDocument, failure: FailureRecord): ExchangeRecord | undefined {
  return recorded(document, failure.shownBy).at(-1) ?? recorded(document, failure.exchanges).at(-1);
}

/** The `curl` of that exchange; of an upstream call or a delivery, that of the last request before it. */
export function shownCurl(document: ResultDocument, failure: FailureRecord): string | undefined {
  const shown = shownExchange(document, failure);
  const requests = recorded(document, failure.exchanges).filter(({ side }) => side === 'request');
  const own = requests.findIndex(({ id }) => id === shown?.id);
  const before = requests.findLastIndex(({ request }) => shown === undefined || request.atMs < shown.request.atMs);
  return failure.curl[own === -1 ? before : own];
}

function recorded({ exchanges }: ResultDocument, ids: readonly string[]): ExchangeRecord[] {
  return ids.flatMap((id) => exchanges[id] ?? []);
}
