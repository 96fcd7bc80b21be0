import { framesOf } from '../plan/frames.ts';
import type { FaultDefinition } from './fault-definition.ts';

/** Lines of a stream end in CR LF. */
export interface CrlfFault {
  readonly kind: 'crlf';
}

export const crlf: FaultDefinition<CrlfFault> = {
  kind: 'crlf',
  fields: {},
  required: [],
  describe: () => 'ends its lines in CR LF',
  apply: (_fault, draft, mark) =>
    framesOf(draft) && { ...draft, marks: [...draft.marks, mark], wire: { ...draft.wire, lineEnd: '\r\n' } },
};
