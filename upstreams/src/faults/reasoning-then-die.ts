import { dieAfterPrefix } from './die-after-prefix.ts';
import type { FaultDefinition } from './fault-definition.ts';
import { endingField } from './fields.ts';

/** A stream that dies after its role chunk and some reasoning, before any content. */
export interface ReasoningThenDieFault {
  readonly kind: 'reasoning-then-die';
  /** Default `cut`. */
  readonly ending?: 'cut' | 'end';
}

export const reasoningThenDie: FaultDefinition<ReasoningThenDieFault> = {
  kind: 'reasoning-then-die',
  fields: { ending: endingField },
  required: [],
  describe: ({ ending = 'cut' }) =>
    `sends reasoning, then ${ending === 'cut' ? 'cuts the connection' : 'ends the body'}`,
  apply: ({ ending = 'cut' }, draft, mark) =>
    dieAfterPrefix(draft, mark, ending, [['reasoning', { reasoning_content: 'Thinking about it' }]]),
};
