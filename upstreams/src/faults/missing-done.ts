import { framesOf, withFrames } from '../plan/frames.ts';
import type { FaultDefinition } from './fault-definition.ts';

/** A stream is whole but for its `[DONE]`. */
export interface MissingDoneFault {
  readonly kind: 'missing-done';
}

export const missingDone: FaultDefinition<MissingDoneFault> = {
  kind: 'missing-done',
  fields: {},
  required: [],
  describe: () => 'leaves [DONE] out',
  apply(_fault, draft, mark) {
    const frames = framesOf(draft);
    const rest = frames?.filter(({ part }) => part !== 'done');
    if (!frames || !rest || rest.length === frames.length) return undefined;
    return { ...withFrames(draft, rest), ending: { ...draft.ending, mark } };
  },
};
