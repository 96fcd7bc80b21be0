import { readYaml } from './read-yaml.ts';

/** A question that the contract leaves open, with the behaviours that are accepted, at most warned about, and rejected. */
export interface Freedom {
  readonly id: string;
  /** 1 shapes the design, 3 is small print. */
  readonly weight: 1 | 2 | 3;
  readonly title: string;
  readonly accept: readonly string[];
  readonly warn: readonly string[];
  readonly reject: readonly string[];
}

/** All freedoms, in the order of their numbers. */
export function loadFreedoms(): readonly Freedom[] {
  return readYaml('freedoms.yaml') as readonly Freedom[];
}
