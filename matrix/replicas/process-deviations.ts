import { accountDeviations } from './account-deviations.ts';
import { jobDeviations } from './job-deviations.ts';
import type { ProcessDeviation } from './process-deviation.ts';

/** Everything that a process of the simulator can keep to itself. */
export const processDeviations: readonly ProcessDeviation[] = [...accountDeviations, ...jobDeviations];
