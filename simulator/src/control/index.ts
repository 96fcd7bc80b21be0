export { AccountControl } from './account-control.ts';
export { ControlError } from './control-error.ts';
export { type Control, createControl } from './create-control.ts';
export type { TestbedCallerOptions } from './testbed-caller.ts';
