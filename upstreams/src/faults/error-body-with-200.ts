import type { JsonObject } from '../json.ts';
import { replaceResponse } from '../plan/replace-response.ts';
import type { FaultDefinition } from './fault-definition.ts';

/** A JSON body with nothing but an error, although the status says 200. */
export interface ErrorBodyWith200Fault {
  readonly kind: 'error-body-with-200';
  /** Default: `{ message, type: 'server_error', code: null }`. */
  readonly error?: JsonObject;
}

const usual: JsonObject = { message: 'The server had an error', type: 'server_error', code: null };

export const errorBodyWith200: FaultDefinition<ErrorBodyWith200Fault> = {
  kind: 'error-body-with-200',
  fields: { error: { type: 'object', description: 'The value of `error`.' } },
  required: [],
  describe: () => 'answers 200 with an error for a body',
  apply: ({ error = usual }, draft, mark) => replaceResponse(draft, mark, { status: 200, body: { error } }),
};
