import type { Account } from '../../tenants/account.ts';

interface Slots {
  taken: number;
  readonly waiting: (() => void)[];
}

const slotsOf = new WeakMap<Account, Slots>();

/** Does the work once fewer than `most` jobs of the account are at work. Rejects as the work does. */
export async function inSlot(account: Account, most: number, work: () => Promise<void>): Promise<void> {
  const slots = slotsOf.get(account) ?? { taken: 0, waiting: [] };
  slotsOf.set(account, slots);
  if (slots.taken >= most) await new Promise<void>((resolve) => slots.waiting.push(resolve));
  else slots.taken += 1;
  try {
    await work();
  } finally {
    const next = slots.waiting.shift();
    if (next === undefined) slots.taken -= 1;
    else next();
  }
}
