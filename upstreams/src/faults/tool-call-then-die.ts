import type { JsonObject } from '../json.ts';
import { dieAfterPrefix } from './die-after-prefix.ts';
import type { FaultDefinition } from './fault-definition.ts';
import { endingField } from './fields.ts';

/** A stream that dies in the middle of a tool call's arguments, before any content. */
export interface ToolCallThenDieFault {
  readonly kind: 'tool-call-then-die';
  /** Default `cut`. */
  readonly ending?: 'cut' | 'end';
}

const begun: JsonObject = {
  tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'look_up', arguments: '' } }],
};
const halfOfArguments: JsonObject = { tool_calls: [{ index: 0, function: { arguments: '{"place":"Ulm' } }] };

export const toolCallThenDie: FaultDefinition<ToolCallThenDieFault> = {
  kind: 'tool-call-then-die',
  fields: { ending: endingField },
  required: [],
  describe: ({ ending = 'cut' }) =>
    `sends half a tool call, then ${ending === 'cut' ? 'cuts the connection' : 'ends the body'}`,
  apply: ({ ending = 'cut' }, draft, mark) =>
    dieAfterPrefix(draft, mark, ending, [
      ['tool-call', begun],
      ['tool-call', halfOfArguments],
    ]),
};
