import type { FaultDefinition } from './fault-definition.ts';

/** The body is chopped at byte offsets, or every so many bytes, whatever stands there; each piece is a write of its own. */
export interface SplitBytesFault {
  readonly kind: 'split-bytes';
  /** Offsets from the start of the body; those beyond its end do nothing. */
  readonly atBytes?: readonly number[];
  /** Used when there is no `atBytes`. Default 1. */
  readonly everyBytes?: number;
}

export const splitBytes: FaultDefinition<SplitBytesFault> = {
  kind: 'split-bytes',
  fields: {
    atBytes: {
      type: 'array',
      items: { type: 'integer', minimum: 1 },
      minItems: 1,
      description: 'Offsets in the body.',
    },
    everyBytes: { type: 'integer', minimum: 1, default: 1, description: 'Length of each piece, without `atBytes`.' },
  },
  required: [],
  describe: ({ atBytes, everyBytes = 1 }) =>
    atBytes
      ? `splits the body at byte ${atBytes.join(', ')}`
      : `splits the body into pieces of ${everyBytes} ${everyBytes === 1 ? 'byte' : 'bytes'}`,
  apply: ({ atBytes, everyBytes = 1 }, draft, mark) =>
    draft.connection === 'serve'
      ? {
          ...draft,
          marks: [...draft.marks, mark],
          wire: { ...draft.wire, split: atBytes ? { atBytes } : { everyBytes } },
        }
      : undefined,
};
