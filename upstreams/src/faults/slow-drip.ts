import { framesOf, withFrames } from '../plan/frames.ts';
import type { FaultDefinition } from './fault-definition.ts';

/** Some time passes between the events of a stream. */
export interface SlowDripFault {
  readonly kind: 'slow-drip';
  /** Milliseconds on the upstream's clock. */
  readonly ms: number;
}

export const slowDrip: FaultDefinition<SlowDripFault> = {
  kind: 'slow-drip',
  fields: { ms: { type: 'integer', minimum: 0, description: "Milliseconds on the upstream's clock." } },
  required: ['ms'],
  describe: ({ ms }) => `waits ${ms} ms between events`,
  apply({ ms }, draft, mark) {
    const frames = framesOf(draft);
    if (!frames || frames.length < 2) return undefined;
    const dripping = frames.map((frame, index) =>
      index === 0 ? frame : { ...frame, holds: [...frame.holds, { kind: 'delay', ms, mark } as const] },
    );
    return withFrames(draft, dripping);
  },
};
