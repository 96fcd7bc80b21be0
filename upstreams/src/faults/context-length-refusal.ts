import { replaceResponse } from '../plan/replace-response.ts';
import type { FaultDefinition } from './fault-definition.ts';

/** Status 400: the input is longer than the model's context window. */
export interface ContextLengthRefusalFault {
  readonly kind: 'context-length-refusal';
}

export const contextLengthRefusal: FaultDefinition<ContextLengthRefusalFault> = {
  kind: 'context-length-refusal',
  fields: {},
  required: [],
  describe: () => 'refuses the input as too long',
  apply: (_fault, draft, mark) =>
    replaceResponse(draft, mark, {
      status: 400,
      body: {
        error: {
          message: 'The input is longer than the context window of this model',
          type: 'invalid_request_error',
          param: 'messages',
          code: 'context_length_exceeded',
        },
      },
    }),
};
