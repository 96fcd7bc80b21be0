import type { Change } from './change.ts';
import { contradictionsOf } from './contradictions.ts';
import type { Variation } from './variation.ts';

/** Variations as a table: the freedom's id, a blank and the variation's id in front of what is changed. */
export const freedomRows = (table: Readonly<Record<string, Change>>): readonly Variation[] =>
  Object.entries(table).map(([key, change]) => {
    const [within = '', id = ''] = key.split(' ');
    return { id, within, excludes: contradictionsOf(id), ...change };
  });
