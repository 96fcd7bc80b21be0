import { replaceResponse } from '../plan/replace-response.ts';
import type { FaultDefinition } from './fault-definition.ts';

/** Status 400: the input is refused on content grounds. */
export interface ModerationRefusalFault {
  readonly kind: 'moderation-refusal';
}

export const moderationRefusal: FaultDefinition<ModerationRefusalFault> = {
  kind: 'moderation-refusal',
  fields: {},
  required: [],
  describe: () => 'refuses the input on content grounds',
  apply: (_fault, draft, mark) =>
    replaceResponse(draft, mark, {
      status: 400,
      body: {
        error: {
          message: 'The request was refused by the content policy',
          type: 'invalid_request_error',
          param: null,
          code: 'content_policy_violation',
        },
      },
    }),
};
