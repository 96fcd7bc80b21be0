export type * from '../faults/answer-fault.ts';
export type * from '../faults/fault-rule.ts';
export { AccountControl } from './account-control.ts';
export { ControlError } from './control-error.ts';
export { type Control, createControl } from './create-control.ts';
export type * from './fault-protocol.ts';
export { FaultsControl, IdleFaults } from './faults-control.ts';
export type { TestbedCallerOptions } from './testbed-caller.ts';
export { WaitControl, type WaitLimit } from './wait-control.ts';
