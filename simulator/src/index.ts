export { type Behaviour, referenceBehaviour } from './behaviour/behaviour.ts';
export type { Deviation, Variation } from './behaviour/patch.ts';
export { createSimulator, type Simulator, type SimulatorOptions } from './simulator.ts';
