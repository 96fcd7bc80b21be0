import type { Account, Candidate, Model } from '@gateproof/simulator/behaviour';

/** The other text models of the account that a request does not name: those that were made for it, or else those that are built in. */
export function unlistedModels(account: Account, present: readonly Candidate[]): readonly Model[] {
  const named = new Set(present.map(({ model }) => model.id));
  const others = [...account.models.values()].filter((model) => model.modality === 'text' && !named.has(model.id));
  const own = others.filter(({ endpoints }) => endpoints.some(({ url }) => !url.startsWith('inprocess:')));
  return own.length > 0 ? own : others;
}
