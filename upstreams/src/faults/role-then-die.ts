import { dieAfterPrefix } from './die-after-prefix.ts';
import type { FaultDefinition } from './fault-definition.ts';
import { endingField } from './fields.ts';

/** A stream that dies right after its role chunk. */
export interface RoleThenDieFault {
  readonly kind: 'role-then-die';
  /** Default `cut`. */
  readonly ending?: 'cut' | 'end';
}

export const roleThenDie: FaultDefinition<RoleThenDieFault> = {
  kind: 'role-then-die',
  fields: { ending: endingField },
  required: [],
  describe: ({ ending = 'cut' }) =>
    `sends the role chunk, then ${ending === 'cut' ? 'cuts the connection' : 'ends the body'}`,
  apply: ({ ending = 'cut' }, draft, mark) => dieAfterPrefix(draft, mark, ending, []),
};
