import type { Account, Candidate, Model } from '@gateproof/simulator/behaviour';
import { type Change, decide } from '../change.ts';
import { withList } from '../scopes/chats.ts';
import type { Failures } from './classify.ts';
import { type Choose, endpointsOf } from './try-endpoints.ts';

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
