import { readYaml } from './read-yaml.ts';

/** Something that all processes of a gateway must know, and that each of them may keep to itself by mistake. */
export interface SharedState {
  readonly id: string;
  /** The mistake, in one clause. */
  readonly keeps: string;
  /** Ids of rules that are broken by it, where the requests of a case go to several processes. */
  readonly rules: readonly string[];
}

/** All that the processes of a gateway must share. */
export function loadSharedState(): readonly SharedState[] {
  return readYaml('shared-state.yaml') as readonly SharedState[];
}
