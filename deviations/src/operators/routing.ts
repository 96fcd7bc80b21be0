import type { Account, Candidate, Model } from '@gateproof/simulator/behaviour';
import { allow, type Change, decide, deny, overrule } from '../change.ts';
import type { JsonObject } from '../edits/fields.ts';
import { withList } from '../scopes/bodies.ts';
import { type Bodied, everywhere, type Scope } from '../scopes/requests.ts';
import type { Failures } from './classify.ts';

export type Choose = (present: readonly Candidate[], account: Account, body: JsonObject) => readonly Candidate[];

/** Tries other endpoints than the reference does, or in another order, for requests of a scope. */
export const tryEndpoints = (words: string, choose: Choose, scope: Scope<Bodied> = everywhere): Change =>
  overrule('routing.candidates', `tries ${words} ${scope.words}`, (candidates, models, account, body) => {
    const present = candidates(models, account, body);
    return scope.covers({ body }) ? choose(present, account, body) : present;
  });

export const endpointsOf = (models: readonly Model[]): readonly Candidate[] =>
  models.flatMap((model) => model.endpoints.map((endpoint) => ({ model, endpoint })));

/** The first so many models with all their endpoints. */
export function firstModels(count: number): Choose {
  return (present) => {
    const ids = [...new Set(present.map(({ model }) => model.id))].slice(0, count);
    return present.filter(({ model }) => ids.includes(model.id));
  };
}

/** Tries no other endpoint after some failures. */
export const giveUpAt = ({ words, covers }: Failures): Change =>
  deny('routing.mayFailOver', `gives up at ${words}`, (state) => covers(state.failure));

/** Tries another endpoint after some failures although content has reached the client. */
export const goOnAfter = ({ words, covers }: Failures): Change =>
  allow('routing.mayFailOver', `goes on with another endpoint after ${words}`, (state) => covers(state.failure));

/** Goes on with a fallback model although content has reached the client. */
export const goOnWithFallbacks: Change = allow(
  'routing.mayFailOver',
  'goes on with a fallback model after content',
  ({ candidate: { model, endpoint }, committed }) => committed && model.endpoints.at(-1) === endpoint,
);

/** The other text models of the account that a request does not name: those that were made for it, or else those that are built in. */
export function unlistedModels(account: Account, present: readonly Candidate[]): readonly Model[] {
  const named = new Set(present.map(({ model }) => model.id));
  const others = [...account.models.values()].filter((model) => model.modality === 'text' && !named.has(model.id));
  const own = others.filter(({ endpoints }) => endpoints.some(({ url }) => !url.startsWith('inprocess:')));
  return own.length > 0 ? own : others;
}

/** Candidates with the endpoints of those models behind them. */
export const andUnlisted: Choose = (present, account) => [...present, ...endpointsOf(unlistedModels(account, present))];

/** Tries models of no list once the last endpoint of a request without a list has failed in one of these ways. */
export const tryUnlistedAfter = ({ words, covers }: Failures): Change =>
  decide('routing', `tries models of no list after ${words}`, ({ candidates, mayFailOver }) => {
    const lastOwn = new WeakSet<Candidate>();
    return {
      candidates(models, account, body) {
        const present = candidates(models, account, body);
        if (withList.covers({ body })) return present;
        for (const candidate of present.slice(-1)) lastOwn.add(candidate);
        return [...present, ...endpointsOf(unlistedModels(account, present))];
      },
      mayFailOver: (state) => (!lastOwn.has(state.candidate) || covers(state.failure)) && mayFailOver(state),
    };
  });

/** Other models of the first one's modality, those built in last. */
export const anyOther: Choose = (present, account) => {
  const [first] = present;
  const isOther = ({ id, modality }: Model) =>
    modality === first?.model.modality && present.every(({ model }) => model.id !== id);
  return [...present, ...endpointsOf([...account.models.values()].filter(isOther).toReversed())];
};
