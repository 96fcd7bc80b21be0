export type { Deviation } from './deviation.ts';
export { deviations } from './deviations/all-deviations.ts';
export type { Variation } from './variation.ts';
export { variations } from './variations/all-variations.ts';
