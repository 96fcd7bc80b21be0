import { framesOf, indexAfterTokens, withFrames } from '../plan/frames.ts';
import type { FaultDefinition } from './fault-definition.ts';
import { afterTokensField, contentTokens } from './fields.ts';

/** A stream ends cleanly after so many content tokens, without a finish chunk and without `[DONE]`. */
export interface EndAfterFault {
  readonly kind: 'end-after';
  readonly afterTokens: number;
}

export const endAfter: FaultDefinition<EndAfterFault> = {
  kind: 'end-after',
  fields: { afterTokens: afterTokensField },
  required: ['afterTokens'],
  describe: ({ afterTokens }) => `ends the stream after ${contentTokens(afterTokens)} without finish or [DONE]`,
  apply({ afterTokens }, draft, mark) {
    const frames = framesOf(draft);
    const index = frames && indexAfterTokens(frames, afterTokens);
    if (!frames || index === undefined) return undefined;
    return { ...withFrames(draft, frames.slice(0, index)), ending: { how: 'end', mark } };
  },
};
