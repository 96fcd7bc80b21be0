import type { Caller, KeyHolder, RunRequest, RunStep } from '@gateproof/simulator/behaviour';
import { type Change, decide } from '../change.ts';
import type { Scope } from '../scopes/requests.ts';

/** Leaves out one check of the requests of a scope. */
export function skip(step: RunStep, { words, covers }: Scope<Caller & RunRequest>): Change {
  return decide('admission', `leaves out the check "${step}" ${words}`, ({ skips }) => ({
    skips: (left, caller, request) =>
      (left === step && covers({ ...request, ...caller })) || skips(left, caller, request),
  }));
}

/** Takes requests of a scope from addresses outside the key's IP ranges. */
export function acceptAddresses({ words, covers }: Scope<Caller>): Change {
  return decide('admission', `ignores IP ranges ${words}`, ({ isAddressAllowed }) => ({
    isAddressAllowed: (caller, ranges) => covers(caller) || isAddressAllowed(caller, ranges),
  }));
}

/** What is known when the life of a key is looked at. */
type KeyUsed = KeyHolder & { readonly route: string };

/** Goes on serving expired keys in the requests of a scope. */
export function acceptExpired({ words, covers }: Scope<KeyUsed & { readonly nowMs: number }>): Change {
  return decide('authentication', `serves expired keys ${words}`, ({ isExpired }) => ({
    isExpired: (holder, nowMs, route) => !covers({ ...holder, route, nowMs }) && isExpired(holder, nowMs, route),
  }));
}

/** Goes on serving deleted keys in the requests of a scope. */
export function acceptDeleted({ words, covers }: Scope<KeyUsed>): Change {
  return decide('authentication', `serves deleted keys ${words}`, ({ isDeleted }) => ({
    isDeleted: (holder, route) => !covers({ ...holder, route }) && isDeleted(holder, route),
  }));
}
