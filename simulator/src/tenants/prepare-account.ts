import type { Account } from './account.ts';
import type { Preparation } from './preparation.ts';
import { setReplies } from './set-replies.ts';

/** What is arranged for an account now. */
export function preparationOf(account: Account): Preparation {
  return {
    creditUsd: account.creditUsd,
    keys: [...account.keys.values()].map(({ restrictions, deleted }) => ({ restrictions, deleted })),
    models: [...account.models.values()],
    rateLimit: account.rateLimit,
    trouble: account.trouble,
    webhooks: [...account.webhooks.values()].map((endpoint) => ({ ...endpoint })),
    faults: account.workbench.faults.rules,
    replies: account.workbench.replies.given,
    offsetMs: account.clock.offsetMs,
  };
}

/** Arranges a fresh account alike, but for its keys and its clock, which it was made with. */
export function prepareAccount(account: Account, preparation: Preparation): void {
  account.models.clear();
  for (const model of preparation.models) account.models.set(model.id, model);
  account.rateLimit = preparation.rateLimit;
  account.trouble = preparation.trouble;
  for (const endpoint of preparation.webhooks) account.webhooks.set(endpoint.id, { ...endpoint });
  account.workbench.faults.set(preparation.faults);
  setReplies(account, preparation.replies);
}
