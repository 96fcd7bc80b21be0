import { dieAfterPrefix } from './die-after-prefix.ts';
import type { FaultDefinition } from './fault-definition.ts';
import { endingField } from './fields.ts';

/** A stream that dies after its role chunk and a delta with empty content. */
export interface EmptyDeltaThenDieFault {
  readonly kind: 'empty-delta-then-die';
  /** Default `cut`. */
  readonly ending?: 'cut' | 'end';
}

export const emptyDeltaThenDie: FaultDefinition<EmptyDeltaThenDieFault> = {
  kind: 'empty-delta-then-die',
  fields: { ending: endingField },
  required: [],
  describe: ({ ending = 'cut' }) =>
    `sends a delta with empty content, then ${ending === 'cut' ? 'cuts the connection' : 'ends the body'}`,
  apply: ({ ending = 'cut' }, draft, mark) => dieAfterPrefix(draft, mark, ending, [['role', { content: '' }]]),
};
