import type { IdempotencyRecord } from '../records/idempotency-record.ts';
import type { Change, Row, Store } from '../store/store.ts';

/**
 * Ends what requests that were cut off have left of their keys. A job that was accepted is the key's answer; one that was
 * not has never run, so its key is free. A conversation may have run, so its key is not free and will not run again.
 * `account`: of one account alone; left out: of all.
 */
export async function settleKeys(store: Store, account?: string): Promise<void> {
  const rows = await store.list('key', account);
  const changes = rows.flatMap((row) => settled(row, row.value as IdempotencyRecord) ?? []);
  if (changes.length > 0) await store.save(changes);
}

function settled(row: Row, record: IdempotencyRecord): Change | undefined {
  if (record.state !== 'in_progress') return undefined;
  if (record.answer !== undefined) return { ...row, value: { ...record, state: 'finished' } };
  if (record.isSubmission) return { kind: 'key', id: row.id, removed: true };
  return { ...row, value: { ...record, state: 'interrupted' } };
}
