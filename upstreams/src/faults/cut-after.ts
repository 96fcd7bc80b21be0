import { framesOf, indexAfterTokens, withFrames } from '../plan/frames.ts';
import type { FaultDefinition } from './fault-definition.ts';
import { afterTokensField, contentTokens } from './fields.ts';

/** The connection is lost after so many content tokens; in a body that is not a stream, after half of its bytes. */
export interface CutAfterFault {
  readonly kind: 'cut-after';
  readonly afterTokens: number;
}

export const cutAfter: FaultDefinition<CutAfterFault> = {
  kind: 'cut-after',
  fields: { afterTokens: afterTokensField },
  required: ['afterTokens'],
  describe: ({ afterTokens }) => `cuts the connection after ${contentTokens(afterTokens)}`,
  apply({ afterTokens }, draft, mark) {
    if (draft.connection !== 'serve') return undefined;
    const ending = { how: 'cut', mark } as const;
    const frames = framesOf(draft);
    if (!frames) return { ...draft, ending };
    const index = indexAfterTokens(frames, afterTokens);
    return index === undefined ? undefined : { ...withFrames(draft, frames.slice(0, index)), ending };
  },
};
