import {
  type Account,
  type Behaviour,
  type Candidate,
  type CompletionIdentity,
  type Model,
  patch,
} from '@gateproof/simulator/behaviour';

/** The other text models of the account that the request does not name: those that were made for it, or else those that are built in. */
export function unlistedModels(account: Account, present: readonly Candidate[]): readonly Model[] {
  const named = new Set(present.map(({ model }) => model.id));
  const others = [...account.models.values()].filter((model) => model.modality === 'text' && !named.has(model.id));
  const own = others.filter(({ endpoints }) => endpoints.some(({ url }) => !url.startsWith('inprocess:')));
  return own.length > 0 ? own : others;
}

/** Names another model of the account in the replies that `when` chooses; a stream's chunks count from 0, a whole reply has no number. */
export function namingAnother(
  when: (identity: CompletionIdentity, chunk: number | undefined) => boolean,
): (behaviour: Behaviour) => Behaviour {
  const others = new Map<unknown, string>();
  const named = (identity: CompletionIdentity, chunk?: number): CompletionIdentity => {
    const model = others.get(identity.requestedModel);
    return model !== undefined && when(identity, chunk) ? { ...identity, model } : identity;
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
    chunk: (said, identity, index) => chunk(said, named(identity, index), index),
  }));
  const inReplies = patch('completions', ({ completion }) => ({
    completion: (served, identity) => completion(served, named(identity)),
  }));
  return (behaviour) => noting(inStreams(inReplies(behaviour)));
}
