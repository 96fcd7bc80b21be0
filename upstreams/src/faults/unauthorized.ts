import { replaceResponse } from '../plan/replace-response.ts';
import type { FaultDefinition } from './fault-definition.ts';

/** Status 401: the endpoint refuses the gateway's credentials. */
export interface UnauthorizedFault {
  readonly kind: 'unauthorized';
}

export const unauthorized: FaultDefinition<UnauthorizedFault> = {
  kind: 'unauthorized',
  fields: {},
  required: [],
  describe: () => "refuses the gateway's credentials",
  apply: (_fault, draft, mark) =>
    replaceResponse(draft, mark, {
      status: 401,
      body: {
        error: {
          message: 'The API key is not valid',
          type: 'authentication_error',
          param: null,
          code: 'invalid_api_key',
        },
      },
    }),
};
