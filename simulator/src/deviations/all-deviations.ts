import type { Deviation } from '../behaviour/patch.ts';

/** Every way in which the simulator can break one rule, by area. */
export const deviations: readonly Deviation[] = [];
