import { judgeBatch } from './judge-batch.ts';
import type { KeyBatches, KeyedSend } from './key-batches.ts';
import { bodyOf, KeyBook, type KeyedAnswer, type KeyedExchange, scopeOf } from './key-book.ts';

/** What a gateway that keeps the contract answers to a batch: the first body under a key wins it. */
function answersTo(book: KeyBook, batch: readonly KeyedSend[]): readonly KeyedExchange[] {
  const won = new Map<string, KeyedAnswer & { readonly body: string }>();
  return batch.map((send, place) => {
    const entry = book.entry(send);
    const scope = scopeOf(send);
    const body = bodyOf(send);
    const mine = { kind: 'result', identity: `${scope} ${body}`, body } as const;
    const known = entry === undefined ? (won.get(scope) ?? mine) : { ...mine, ...entry };
    won.set(scope, known);
    return { send, exchange: String(place), answer: known.body === body ? known : { kind: 'conflict' } };
  });
}

/** The rules that batches show something about on a target that keeps them. */
export function rulesShownBy({ batches }: KeyBatches): ReadonlySet<string> {
  const book = new KeyBook();
  const shown = new Set(['idempotency.chat.one-generation', 'idempotency.media.one-run']);
  for (const batch of batches) for (const { rule } of judgeBatch(book, answersTo(book, batch))) shown.add(rule);
  return shown;
}

/** Whether a target that keeps the contract would break any rule by the judge's word: it never may. */
export function accusesAnyone({ batches }: KeyBatches): boolean {
  const book = new KeyBook();
  return batches.some((batch) => [...judgeBatch(book, answersTo(book, batch))].some(({ held }) => !held));
}
