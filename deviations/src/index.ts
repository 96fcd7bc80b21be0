export { deviations } from './all-deviations.ts';
export { variations } from './all-variations.ts';
export type { Deviation } from './deviation.ts';
export type { Variation } from './variation.ts';
