import { textModel } from '../built-in-models.ts';
import type { Replies } from '../replies/reply-rule.ts';
import { isExpression } from '../replies/text-pattern.ts';
import type { Account } from './account.ts';

/** Replaces the canned replies of an account, which gets the text models that they name. Undefined: it has none any more. They must have been checked. */
export function setReplies({ models, workbench }: Account, replies: Replies | undefined): void {
  workbench.replies.set(replies);
  const named = (replies?.replies ?? []).flatMap(({ on }) => {
    const model = on?.model;
    return typeof model === 'string' && !isExpression(model) ? [model] : [];
  });
  for (const id of [...(replies?.models ?? []), ...named]) {
    if (!models.has(id)) models.set(id, textModel(id));
  }
}
