import type { Account, Candidate, Model } from '@gateproof/simulator/behaviour';
import { type Change, decide } from '../change.ts';
import { type Edit, type JsonObject, when } from '../edits/fields.ts';
import { type Bodied, everywhere, type Scope } from '../scopes/requests.ts';
import type { Failures } from './classify.ts';

export type Choose = (present: readonly Candidate[], account: Account, body: JsonObject) => readonly Candidate[];

/** Tries other endpoints than the reference does, or in another order, for requests of a scope. */
export function tryEndpoints(words: string, choose: Choose, scope: Scope<Bodied> = everywhere): Change {
  return decide('routing', `tries ${words} ${scope.words}`, ({ candidates }) => ({
    candidates(models, account, body) {
      const present = candidates(models, account, body);
      return scope.covers({ body }) ? choose(present, account, body) : present;
    },
  }));
}

export function endpointsOf(models: readonly Model[]): readonly Candidate[] {
  return models.flatMap((model) => model.endpoints.map((endpoint) => ({ model, endpoint })));
}

/** The first so many models with all their endpoints. */
export function firstModels(count: number): Choose {
  return (present) => {
    const ids = [...new Set(present.map(({ model }) => model.id))].slice(0, count);
    return present.filter(({ model }) => ids.includes(model.id));
  };
}

/** Tries no other endpoint after some failures. */
export function giveUpAt({ words, covers }: Failures): Change {
  return decide('routing', `gives up at ${words}`, ({ mayFailOver }) => ({
    mayFailOver: (state) => !covers(state.failure) && mayFailOver(state),
  }));
}

/** Tries another endpoint after some failures although content has reached the client. */
export function goOnAfter({ words, covers }: Failures): Change {
  return decide('routing', `goes on with another endpoint after ${words}`, ({ mayFailOver }) => ({
    mayFailOver: (state) => covers(state.failure) || mayFailOver(state),
  }));
}

/** What fallback models are sent. */
export function inFallbackRequests({ words, change }: Edit): Change {
  return decide('routing', `sends fallback models ${words}`, ({ upstreamBody }) => ({
    upstreamBody(body, model, serviceField) {
      const sent = upstreamBody(body, model, serviceField);
      return model.id === body.model ? sent : change(sent);
    },
  }));
}

/** The edit of what is sent for streams. */
export const ofStreams = (inner: Edit): Edit => when('of streams', ({ stream }) => stream === true, inner);
