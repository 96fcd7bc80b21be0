import { replaceResponse } from '../plan/replace-response.ts';
import type { FaultDefinition } from './fault-definition.ts';

/** Status 402: the gateway's own account with the endpoint has no credit. */
export interface PaymentRequiredFault {
  readonly kind: 'payment-required';
}

export const paymentRequired: FaultDefinition<PaymentRequiredFault> = {
  kind: 'payment-required',
  fields: {},
  required: [],
  describe: () => 'asks for payment',
  apply: (_fault, draft, mark) =>
    replaceResponse(draft, mark, {
      status: 402,
      body: {
        error: {
          message: 'This account has no credit left',
          type: 'insufficient_quota',
          param: null,
          code: 'insufficient_quota',
        },
      },
    }),
};
