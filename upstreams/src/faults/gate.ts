import { framesOf, withFrames } from '../plan/frames.ts';
import type { FaultDefinition } from './fault-definition.ts';

/** A stream holds before its k-th event until released by name. */
export interface GateFault {
  readonly kind: 'gate';
  readonly gate: string;
  /** From 1; counts every event, role chunk and `[DONE]` included. */
  readonly beforeEvent: number;
}

export const gate: FaultDefinition<GateFault> = {
  kind: 'gate',
  fields: {
    gate: { type: 'string', minLength: 1, description: 'Name by which it is released.' },
    beforeEvent: { type: 'integer', minimum: 1, description: 'The event that is held back, from 1.' },
  },
  required: ['gate', 'beforeEvent'],
  describe: ({ gate, beforeEvent }) => `holds event ${beforeEvent} until '${gate}' is released`,
  apply({ gate, beforeEvent }, draft, mark) {
    const frames = framesOf(draft);
    const held = frames?.[beforeEvent - 1];
    if (!frames || !held) return undefined;
    const holds = [...held.holds, { kind: 'gate', gate, mark } as const];
    return withFrames(draft, frames.with(beforeEvent - 1, { ...held, holds }));
  },
};
