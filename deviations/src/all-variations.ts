import type { Variation } from './change.ts';
import * as tables from './freedoms/tables.ts';

/** Every way in which the simulator can differ inside a freedom, by area. */
export const variations: readonly Variation[] = Object.values(tables).flat();
