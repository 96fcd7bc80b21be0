import type { Variation } from '../behaviour/patch.ts';

/** Every way in which the simulator can differ inside a freedom, by area. */
export const variations: readonly Variation[] = [];
