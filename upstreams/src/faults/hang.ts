import type { FaultDefinition } from './fault-definition.ts';

/** Nothing is answered until the gate is released; then the answer comes as if nothing had been. Never released: never answered. */
export interface HangFault {
  readonly kind: 'hang';
  /** Name of the gate. Default `hang`. */
  readonly gate?: string;
}

export const hang: FaultDefinition<HangFault> = {
  kind: 'hang',
  fields: { gate: { type: 'string', minLength: 1, default: 'hang', description: 'Name by which it is released.' } },
  required: [],
  describe: ({ gate = 'hang' }) => `hangs before the headers until '${gate}' is released`,
  apply: ({ gate = 'hang' }, draft, mark) => ({ ...draft, holds: [...draft.holds, { kind: 'gate', gate, mark }] }),
};
