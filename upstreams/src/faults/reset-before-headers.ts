import type { FaultDefinition } from './fault-definition.ts';

/** The request is read, then the connection is reset without an answer. */
export interface ResetBeforeHeadersFault {
  readonly kind: 'reset-before-headers';
}

export const resetBeforeHeaders: FaultDefinition<ResetBeforeHeadersFault> = {
  kind: 'reset-before-headers',
  fields: {},
  required: [],
  describe: () => 'resets the connection before the headers',
  apply: (_fault, draft, mark) =>
    draft.connection === 'serve' ? { ...draft, connection: 'reset', marks: [mark] } : undefined,
};
