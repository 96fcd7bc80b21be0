import { readYaml } from './read-yaml.ts';

/** One limit of the contract. */
export interface Limit {
  readonly limit: string;
  /** Null: left open, or carried by what it applies to. */
  readonly value: number | null;
  readonly unit: string;
  readonly applies_to: string;
  /** Beginnings of the ids of the rules that hold it. */
  readonly rules: readonly string[];
}

/** The limits, in the order of the contract. */
export function loadLimits(): readonly Limit[] {
  return readYaml('limits.yaml') as readonly Limit[];
}
