import type { AdmissionBehaviour } from '../../behaviour/admission.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { Caller } from '../../tenants/admission-request.ts';

/** Throws 402 when the account has no credit, or when the request would cross the key's monthly cap. */
export function refuseForMoney(
  behaviour: AdmissionBehaviour,
  caller: Caller,
  what: 'credit' | 'cap',
  costUsd: number,
): void {
  if (what === 'credit' && caller.account.creditUsd <= 0) {
    throw new GatewayError('insufficient_credit', 'No prepaid credit is left.', { scope: 'request' });
  }
  if (what === 'cap' && behaviour.isOverCap(caller, costUsd)) {
    throw new GatewayError('budget_exceeded', "The request would cross the key's monthly cap.", { scope: 'request' });
  }
}
