import type { AdmissionBehaviour, RequestStep } from '../../behaviour/admission.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { Caller } from '../../tenants/admission-request.ts';
import { refuseForMoney } from './refuse-for-money.ts';

type Step = (behaviour: AdmissionBehaviour, caller: Caller) => void;

/** Checks that every request passes, whatever it asks for. Throws the first refusal in the behaviour's order. */
export function admitRequest(behaviour: AdmissionBehaviour, caller: Caller): void {
  for (const step of behaviour.requestSteps(caller)) steps[step](behaviour, caller);
}

const steps: Readonly<Record<RequestStep, Step>> = {
  address(behaviour, caller) {
    const ranges = caller.key.restrictions.ipRanges;
    if (ranges === undefined || behaviour.isAddressAllowed(caller, ranges)) return;
    throw new GatewayError('forbidden', "The source address is outside the key's IP ranges.", { scope: 'request' });
  },
  rate(behaviour, { account }) {
    const limit = account.rateLimit;
    if (limit === null) return;
    const nowMs = account.clock.now();
    const recent = account.recentRequests;
    while (recent[0] !== undefined && recent[0] <= nowMs - limit.windowMs) recent.shift();
    if (!behaviour.isOverRate(recent.length, limit.requests)) {
      recent.push(nowMs);
      return;
    }
    const retryAfterMs = behaviour.retryAfterMs((recent[0] ?? nowMs) + limit.windowMs - nowMs);
    throw new GatewayError('rate_limited', 'Too many requests right now.', {
      scope: 'request',
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
  },
  snapshot(_behaviour, { account }) {
    if (!account.trouble.staleConfiguration) return;
    throw new GatewayError('snapshot_expired', "The gateway's configuration is out of date; retry shortly.", {
      scope: 'route',
      retryAfterMs: 1_000,
    });
  },
  internal(_behaviour, { account }) {
    if (!account.trouble.internalFailure) return;
    throw new GatewayError('internal_error', 'The gateway failed to complete the request.');
  },
  credit: (behaviour, caller) => refuseForMoney(behaviour, caller, 'credit', 0),
  cap: (behaviour, caller) => refuseForMoney(behaviour, caller, 'cap', 0),
};
