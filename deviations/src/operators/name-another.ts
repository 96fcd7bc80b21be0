import type { CompletionIdentity } from '@gateproof/simulator/behaviour';
import { type Change, decide, together } from '../change.ts';
import { unlistedModels } from './unlisted-models.ts';

/** Names another model of the account in the replies that `isMeant` chooses; a stream's chunks count from 0, a whole reply has no number. */
export function nameAnother(
  words: string,
  isMeant: (identity: CompletionIdentity, chunk: number | undefined) => boolean,
): Change {
  const others = new Map<unknown, string>();
  const noting = decide('routing', '', ({ candidates }) => ({
    candidates(models, account, body) {
      const present = candidates(models, account, body);
      const [other] = unlistedModels(account, present);
      if (other !== undefined) others.set(body.model, other.id);
      return present;
    },
  }));
  const naming = nameModel(`names another model of the account ${words}`, (identity, chunk) => {
    const model = others.get(identity.requestedModel);
    return model !== undefined && isMeant(identity, chunk) ? model : identity.model;
  });
  return together(naming, noting);
}

/** Names the model that `modelOf` returns; a whole reply has no number of a chunk. */
export function nameModel(
  words: string,
  modelOf: (identity: CompletionIdentity, chunk: number | undefined) => string,
): Change {
  const named = (identity: CompletionIdentity, chunk?: number) => ({ ...identity, model: modelOf(identity, chunk) });
  return together(
    decide('completions', words, ({ completion }) => ({
      completion: (served, identity) => completion(served, named(identity)),
    })),
    decide('streaming', '', ({ chunk }) => ({
      chunk: (sent, identity, index) => chunk(sent, named(identity, index), index),
    })),
  );
}
