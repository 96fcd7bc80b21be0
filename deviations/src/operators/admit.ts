import type { Caller, KeyHolder, RequestStep, RunRequest, RunStep } from '@gateproof/simulator/behaviour';
import { allow, type Change, overrule } from '../change.ts';
import { everywhere, type Scope } from '../scopes/requests.ts';

/** Leaves out one check of the requests of a scope that run a model. */
export const skip = (step: RunStep, { words, covers }: Scope<Caller & RunRequest>): Change =>
  overrule('admission.runSteps', `leaves out the check "${step}" ${words}`, (present, caller, request) =>
    present(caller, request).filter((one) => one !== step || !covers({ ...request, ...caller })),
  );

/** Leaves out one check of all requests of a scope. */
export const skipAlways = (step: RequestStep, { words, covers }: Scope<Caller> = everywhere): Change =>
  overrule('admission.requestSteps', `leaves out the check "${step}" ${words}`, (present, caller) =>
    present(caller).filter((one) => one !== step || !covers(caller)),
  );

/** Takes requests of a scope from addresses outside the key's IP ranges. */
export const acceptAddresses = ({ words, covers }: Scope<Caller>): Change =>
  allow('admission.isAddressAllowed', `ignores IP ranges ${words}`, (caller) => covers(caller));

/** What is known when the life of a key is looked at. */
type KeyUsed = KeyHolder & { readonly route: string };

/** Goes on serving expired keys in the requests of a scope. */
export const acceptExpired = ({ words, covers }: Scope<KeyUsed & { readonly nowMs: number }>): Change =>
  overrule('authentication.isExpired', `serves expired keys ${words}`, (isExpired, holder, nowMs, route) => {
    // Asked of every key: a scope may remember those that were good.
    return !covers({ ...holder, route, nowMs }) && isExpired(holder, nowMs, route);
  });

/** Goes on serving deleted keys in the requests of a scope. */
export const acceptDeleted = ({ words, covers }: Scope<KeyUsed>): Change =>
  overrule('authentication.isDeleted', `serves deleted keys ${words}`, (isDeleted, holder, route) => {
    return !covers({ ...holder, route }) && isDeleted(holder, route);
  });
