export { type Behaviour, referenceBehaviour } from './behaviour/behaviour.ts';
export { type Deviation, patch, type Variation } from './behaviour/patch.ts';
export { deviations } from './deviations/all-deviations.ts';
export { createSimulator, type Simulator } from './simulator.ts';
export type { SimulatorOptions } from './simulator-options.ts';
export { isLoopbackHost } from './testbed/loopback.ts';
export type { WebhookForwarding } from './transport/forwarding-sender.ts';
export { variations } from './variations/all-variations.ts';
