import { type Caller, type KeyHolder, patch, type RunRequest, type RunStep } from '@gateproof/simulator/behaviour';
import type { Change } from '../change.ts';
import type { Scope } from '../scopes.ts';

/** Leaves out one check of the requests of a scope. */
export function skip(step: RunStep, scope: Scope<Caller & RunRequest>): Change {
  return {
    summary: `leaves out the check "${step}" ${scope.words}`,
    apply: patch('admission', ({ skips }) => ({
      skips: (left, caller, request) =>
        (left === step && scope.covers({ ...request, ...caller })) || skips(left, caller, request),
    })),
  };
}

/** Takes requests of a scope from addresses outside the key's IP ranges. */
export function acceptAddresses(scope: Scope<Caller>): Change {
  return {
    summary: `ignores IP ranges ${scope.words}`,
    apply: patch('admission', ({ isAddressAllowed }) => ({
      isAddressAllowed: (caller, ranges) => scope.covers(caller) || isAddressAllowed(caller, ranges),
    })),
  };
}

/** What is known when the life of a key is looked at. */
type KeyUsed = KeyHolder & { readonly route: string };

/** Goes on serving expired keys in the requests of a scope. */
export function acceptExpired(scope: Scope<KeyUsed & { readonly nowMs: number }>): Change {
  return {
    summary: `serves expired keys ${scope.words}`.trimEnd(),
    apply: patch('authentication', ({ isExpired }) => ({
      isExpired: (holder, nowMs, route) =>
        !scope.covers({ ...holder, route, nowMs }) && isExpired(holder, nowMs, route),
    })),
  };
}

/** Goes on serving deleted keys in the requests of a scope. */
export function acceptDeleted(scope: Scope<KeyUsed>): Change {
  return {
    summary: `serves deleted keys ${scope.words}`.trimEnd(),
    apply: patch('authentication', ({ isDeleted }) => ({
      isDeleted: (holder, route) => !scope.covers({ ...holder, route }) && isDeleted(holder, route),
    })),
  };
}
