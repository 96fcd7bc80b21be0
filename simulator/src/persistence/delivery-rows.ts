import type { Delivery } from '../domain/webhooks/delivery.ts';
import type { Row } from '../store/store.ts';
import type { Account } from '../tenants/account.ts';

export function deliveryRow(account: Account, delivery: Delivery): Row {
  const { record, dueAtMs } = delivery;
  const value: Delivery = { ...delivery, record: { ...record, attempts: [...record.attempts] } };
  const row = { kind: 'delivery', id: record.id, account: account.id, value } as const;
  return dueAtMs === undefined ? row : { ...row, dueAtMs };
}
