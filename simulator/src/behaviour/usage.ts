import type { Generation } from '../records/generation.ts';
import type { Job } from '../records/job.ts';

/** What is recorded of a generation, and what it costs. */
export interface UsageBehaviour {
  /** What is charged for a served request. `served`: the job, once a model has served it. */
  chargeUsd(priceUsd: number, served?: Job): number;
  /** The generations that a read of the account's usage lists. */
  listed(generations: readonly Generation[]): readonly Generation[];
}

export const referenceUsage: UsageBehaviour = {
  chargeUsd: (priceUsd) => priceUsd,
  listed: (generations) => generations,
};
