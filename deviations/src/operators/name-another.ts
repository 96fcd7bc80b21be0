import { type CompletionIdentity, patch } from '@gateproof/simulator/behaviour';
import type { Change } from '../change.ts';
import { unlistedModels } from './unlisted-models.ts';

/** Names another model of the account in the replies that `isMeant` chooses; a stream's chunks count from 0, a whole reply has no number. */
export function nameAnother(
  words: string,
  isMeant: (identity: CompletionIdentity, chunk: number | undefined) => boolean,
): Change {
  const others = new Map<unknown, string>();
  const named = (identity: CompletionIdentity, chunk?: number): CompletionIdentity => {
    const model = others.get(identity.requestedModel);
    return model !== undefined && isMeant(identity, chunk) ? { ...identity, model } : identity;
  };
  const noting = patch('routing', ({ candidates }) => ({
    candidates(models, account, body) {
      const present = candidates(models, account, body);
      const [other] = unlistedModels(account, present);
      if (other !== undefined) others.set(body.model, other.id);
      return present;
    },
  }));
  const inStreams = patch('streaming', ({ chunk }) => ({
    chunk: (sent, identity, index) => chunk(sent, named(identity, index), index),
  }));
  const inReplies = patch('completions', ({ completion }) => ({
    completion: (served, identity) => completion(served, named(identity)),
  }));
  return {
    summary: `names another model of the account ${words}`.trimEnd(),
    apply: (behaviour) => noting(inStreams(inReplies(behaviour))),
  };
}
