import type { ChosenDonors } from './choose-donors.ts';

/**
 * Donors that the kill matrix has learned: cases that show deviations of standing rules which no other donor shows.
 * `npm run matrix -- --own` prints a line `survived` for a deviation whose donor belongs here.
 */
export const revealingDonors: Readonly<Record<string, ChosenDonors>> = {};
