import type { Deviation } from './change.ts';
import * as tables from './rules/tables.ts';

/** Every way in which the simulator can break one rule, by area. */
export const deviations: readonly Deviation[] = Object.values(tables).flat();
