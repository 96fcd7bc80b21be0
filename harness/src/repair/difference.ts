import { allRepairs } from './all-repairs.ts';
import type { Repair } from './repair.ts';

/** A difference from the contract that a profile declares: the answers are judged as if this repair were made. */
export interface Difference {
  /** Id of the repair. */
  readonly repair: string;
  readonly reason: string;
}

/** The repairs of the differences, in the order in which repairs are applied. Throws for an id that no repair has. */
export function repairsOf(differences: readonly Difference[]): readonly Repair[] {
  const ids = differences.map(({ repair }) => repair);
  const unknown = ids.find((id) => !allRepairs.some((repair) => repair.id === id));
  if (unknown !== undefined) throw new Error(`no repair is called ${unknown}`);
  return allRepairs.filter(({ id }) => ids.includes(id));
}
