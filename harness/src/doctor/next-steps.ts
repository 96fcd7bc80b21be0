import { type Capability, capabilities, type Rule } from '@gateproof/spec';
import type { MeasuredRule } from '../run/measured-rule.ts';

/** What is known of a target before its rules are decided. */
export interface Outlook {
  readonly rules: readonly Rule[];
  /** What rules were measured to use, by id; a rule that is not there was not decided before the reference gateway, and may not be elsewhere. */
  readonly measured: Readonly<Record<string, MeasuredRule>>;
  /** Routes that the target was seen not to serve. */
  readonly unserved: ReadonlySet<string>;
}

/** Something that can be added to a profile, with the capabilities that it brings. */
export interface Addition {
  readonly name: string;
  readonly capabilities: readonly Capability[];
}

/** An addition, and how many rules can be decided once it and those before it are there. */
export interface Rung {
  readonly addition: Addition;
  readonly rules: number;
}

/** The rules that a target with these capabilities can be tested on: `sure` ones, and those that it `may` be tested on if it does what they are about. */
export function decidable(
  { rules, measured, unserved }: Outlook,
  claimed: ReadonlySet<Capability>,
): { readonly sure: readonly Rule[]; readonly may: readonly Rule[] } {
  const open = rules.filter((rule) => rule.unobservable === undefined && rule.needs.every((need) => claimed.has(need)));
  const hasAll = capabilities.every((one) => claimed.has(one));
  const isKnown = ({ id }: Rule) => measured[id] !== undefined && (hasAll || measured[id].needsAll !== true);
  return {
    sure: open.filter((rule) => isKnown(rule) && measured[rule.id]?.routes.every((route) => !unserved.has(route))),
    may: open.filter((rule) => !isKnown(rule)),
  };
}

/** The additions that let further rules be decided, the one that unlocks the most first, and a `last` one that brings all of them. */
export function ladder(
  outlook: Outlook,
  claimed: ReadonlySet<Capability>,
  additions: readonly Addition[],
  last: Addition,
): readonly Rung[] {
  const rungs: Rung[] = [];
  let before = claimed;
  const withOne = ({ capabilities }: Addition) => new Set([...before, ...capabilities]);
  const count = (capabilities: ReadonlySet<Capability>) => decidable(outlook, capabilities).sure.length;
  for (const left = [...additions]; left.length > 0; ) {
    const [best] = left.toSorted((one, other) => count(withOne(other)) - count(withOne(one)));
    if (best === undefined || count(withOne(best)) === count(before)) break;
    left.splice(left.indexOf(best), 1);
    before = withOne(best);
    rungs.push({ addition: best, rules: count(before) });
  }
  const all = count(withOne(last));
  return all > count(before) ? [...rungs, { addition: last, rules: all }] : rungs;
}
