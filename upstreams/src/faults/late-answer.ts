import type { FaultDefinition } from './fault-definition.ts';

/** The head comes only after some time. */
export interface LateAnswerFault {
  readonly kind: 'late-answer';
  /** Milliseconds on the upstream's clock. */
  readonly ms: number;
}

export const lateAnswer: FaultDefinition<LateAnswerFault> = {
  kind: 'late-answer',
  fields: { ms: { type: 'integer', minimum: 0, description: "Milliseconds on the upstream's clock." } },
  required: ['ms'],
  describe: ({ ms }) => `sends its headers after ${ms} ms`,
  apply: ({ ms }, draft, mark) => ({ ...draft, holds: [...draft.holds, { kind: 'delay', ms, mark }] }),
};
