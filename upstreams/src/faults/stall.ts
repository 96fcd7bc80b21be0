import { framesOf, indexAfterTokens, withFrames } from '../plan/frames.ts';
import type { Hold } from '../plan/response-draft.ts';
import type { FaultDefinition } from './fault-definition.ts';
import { afterTokensField, contentTokens } from './fields.ts';

/** The stream stands still after so many content tokens, for a time or until released, and then goes on. */
export interface StallFault {
  readonly kind: 'stall';
  readonly afterTokens: number;
  /** Milliseconds on the upstream's clock. Default: until the gate is released. */
  readonly ms?: number;
  /** Name of the gate when there is no `ms`. Default `stall`. */
  readonly gate?: string;
}

export const stall: FaultDefinition<StallFault> = {
  kind: 'stall',
  fields: {
    afterTokens: afterTokensField,
    ms: { type: 'integer', minimum: 0, description: "Milliseconds on the upstream's clock; else until released." },
    gate: { type: 'string', minLength: 1, default: 'stall', description: 'Name by which it is released.' },
  },
  required: ['afterTokens'],
  describe: ({ afterTokens, ms, gate = 'stall' }) =>
    `stalls after ${contentTokens(afterTokens)} ${ms === undefined ? `until '${gate}' is released` : `for ${ms} ms`}`,
  apply({ afterTokens, ms, gate = 'stall' }, draft, mark) {
    const frames = framesOf(draft);
    const index = frames && indexAfterTokens(frames, afterTokens);
    const next = index === undefined ? undefined : frames?.[index];
    if (!frames || index === undefined || next === undefined) return undefined;
    const hold: Hold = ms === undefined ? { kind: 'gate', gate, mark } : { kind: 'delay', ms, mark };
    return withFrames(draft, frames.with(index, { ...next, holds: [...next.holds, hold] }));
  },
};
