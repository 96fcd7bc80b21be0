import { framesOf } from '../plan/frames.ts';
import type { FaultDefinition } from './fault-definition.ts';

/** The JSON of each chunk stands on several `data:` lines. */
export interface MultiLineDataFault {
  readonly kind: 'multi-line-data';
}

export const multiLineData: FaultDefinition<MultiLineDataFault> = {
  kind: 'multi-line-data',
  fields: {},
  required: [],
  describe: () => 'spreads each chunk over several data lines',
  apply: (_fault, draft, mark) =>
    framesOf(draft) && { ...draft, marks: [...draft.marks, mark], wire: { ...draft.wire, multiLineData: true } },
};
