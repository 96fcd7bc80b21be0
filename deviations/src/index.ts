export { deviations } from './all-deviations.ts';
export { variations } from './all-variations.ts';
export type { Deviation, Variation } from './change.ts';
