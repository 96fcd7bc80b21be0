import type { CompletionIdentity } from '@gateproof/simulator/behaviour';
import { type Change, overrule, together, watch } from '../change.ts';
import { unlistedModels } from './routing.ts';

/** What is said of a reply: the chunks of a stream count from 0, a whole reply has no number. */
type OfReply<Value> = (identity: CompletionIdentity, chunk: number | undefined) => Value;

/** Names another model of the account in the replies that `isMeant` chooses. */
export function nameAnother(words: string, isMeant: OfReply<boolean>): Change {
  const others = new Map<unknown, string>();
  const noting = watch('routing.candidates', '', (candidates, _models, account, body) => {
    const [other] = unlistedModels(account, candidates);
    if (other !== undefined) others.set(body.model, other.id);
  });
  const naming = nameModel(`names another model of the account ${words}`, (identity, chunk) => {
    const model = others.get(identity.requestedModel);
    return model !== undefined && isMeant(identity, chunk) ? model : identity.model;
  });
  return together(naming, noting);
}

/** Names the model that `modelOf` returns. */
export function nameModel(words: string, modelOf: OfReply<string>): Change {
  const named = (identity: CompletionIdentity, chunk?: number) => ({ ...identity, model: modelOf(identity, chunk) });
  return together(
    overrule('completions.completion', words, (completion, served, identity) => completion(served, named(identity))),
    overrule('streaming.chunk', '', (chunk, sent, identity, index) => chunk(sent, named(identity, index), index)),
  );
}
