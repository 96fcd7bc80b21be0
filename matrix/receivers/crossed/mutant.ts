import type { Changes, DecisionName } from './decisions.ts';
import { occasions } from './occasions.ts';

/** A good receiver with one decision crossed. */
export interface CrossedReceiver {
  /** `area.part × operator × occasion`. */
  readonly id: string;
  readonly changes: Changes;
  /** How the text of a rule speaks of what is crossed: the thing or the occasion. */
  readonly words: readonly RegExp[];
}

/** One row before it is crossed with occasions. */
export interface CrossRow {
  readonly id: string;
  readonly changes: Changes;
  readonly words: RegExp;
}

export const row = (id: string, words: RegExp, changes: Changes): CrossRow => ({ id, changes, words });

/** Rows, each on each of these occasions; default: all there are. */
export function crossed(
  rows: readonly CrossRow[],
  names: readonly string[] = Object.keys(occasions),
): CrossedReceiver[] {
  return rows.flatMap(({ id, changes, words }) =>
    names.map((name) => ({
      id: name === 'always' ? id : `${id} × ${name}`,
      changes: onOccasion(changes, name),
      words: [words, ...(occasions[name]?.words === undefined ? [] : [occasions[name].words])],
    })),
  );
}

function onOccasion(changes: Changes, name: string): Changes {
  const holds = occasions[name]?.holds;
  if (holds === undefined) throw new Error(`no occasion is called ${name}`);
  const guarded = Object.entries(changes).map(([decision, change]) => [
    decision,
    (...[good, seen, note]: Parameters<typeof change>) =>
      holds(seen) ? (change as (...given: unknown[]) => unknown)(good, seen, note) : good,
  ]);
  return Object.fromEntries(guarded) as { [Name in DecisionName]?: never };
}
