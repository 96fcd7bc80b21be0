import { modelNamed } from '../built-in-models.ts';
import type { Model } from '../records/model.ts';
import type { Replies, ReplyRoute } from '../replies/reply-rule.ts';
import { isExpression } from '../replies/text-pattern.ts';
import type { Account } from './account.ts';

const modalities = { chat: 'text', image: 'image', transcription: 'audio_stt' } as const satisfies Readonly<
  Record<ReplyRoute, Model['modality']>
>;

/** Replaces the canned replies of an account, which gets the models that they name. Undefined: it has none any more. They must have been checked. */
export function setReplies({ models, workbench }: Account, replies: Replies | undefined): void {
  workbench.replies.set(replies);
  const named = (replies?.replies ?? []).flatMap(({ on }) => {
    const model = on?.model;
    if (typeof model !== 'string' || isExpression(model)) return [];
    return [modelNamed(model, modalities[on?.route ?? 'chat'])];
  });
  const texts = (replies?.models ?? []).map((id) => modelNamed(id, 'text'));
  for (const made of [...texts, ...named]) {
    if (!models.has(made.id)) models.set(made.id, made);
  }
}
