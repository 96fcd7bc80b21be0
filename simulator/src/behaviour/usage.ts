import type { Generation } from '../records/generation.ts';

/** What is recorded of generations. */
export interface UsageBehaviour {
  /** The generations that a read of the account's usage lists. */
  listed(generations: readonly Generation[]): readonly Generation[];
}

export const referenceUsage: UsageBehaviour = {
  listed: (generations) => generations,
};
