import type { JsonObject } from '../json.ts';
import { framesOf, indexAfterTokens, withFrames } from '../plan/frames.ts';
import type { Frame } from '../plan/response-draft.ts';
import type { FaultDefinition } from './fault-definition.ts';
import { afterTokensField, contentTokens } from './fields.ts';

/** After so many content tokens a chunk with `error` comes in place of the rest, then `[DONE]`. */
export interface ErrorChunkFault {
  readonly kind: 'error-chunk';
  readonly afterTokens: number;
  /** Default: `{ message, type: 'server_error', code: null }`. */
  readonly error?: JsonObject;
  /** Whether `[DONE]` follows. Default true. */
  readonly done?: boolean;
}

const usual: JsonObject = { message: 'The server had an error', type: 'server_error', code: null };

export const errorChunk: FaultDefinition<ErrorChunkFault> = {
  kind: 'error-chunk',
  fields: {
    afterTokens: afterTokensField,
    error: { type: 'object', description: 'The value of `error`.' },
    done: { type: 'boolean', default: true, description: 'Whether [DONE] follows.' },
  },
  required: ['afterTokens'],
  describe: ({ afterTokens, done = true }) =>
    `sends an error chunk after ${contentTokens(afterTokens)}${done ? '' : ', without [DONE]'}`,
  apply({ afterTokens, error = usual, done = true }, draft, mark) {
    const frames = framesOf(draft);
    const index = frames && indexAfterTokens(frames, afterTokens);
    if (!frames || index === undefined) return undefined;
    const failure: Frame = { part: 'error', data: { error }, holds: [], mark };
    const rest: Frame[] = done ? [failure, { part: 'done', data: '[DONE]', holds: [] }] : [failure];
    return { ...withFrames(draft, [...frames.slice(0, index), ...rest]), ending: { how: 'end' } };
  },
};
