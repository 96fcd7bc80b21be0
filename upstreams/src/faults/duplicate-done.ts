import { framesOf, withFrames } from '../plan/frames.ts';
import type { FaultDefinition } from './fault-definition.ts';

/** A stream says `[DONE]` twice. */
export interface DuplicateDoneFault {
  readonly kind: 'duplicate-done';
}

export const duplicateDone: FaultDefinition<DuplicateDoneFault> = {
  kind: 'duplicate-done',
  fields: {},
  required: [],
  describe: () => 'sends [DONE] twice',
  apply(_fault, draft, mark) {
    const frames = framesOf(draft);
    const done = frames?.find(({ part }) => part === 'done');
    return frames && done ? withFrames(draft, [...frames, { ...done, holds: [], mark }]) : undefined;
  },
};
