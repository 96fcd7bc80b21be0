import { longestFit } from './longest-fit.ts';
import { readYaml } from './read-yaml.ts';

/** What people want to know of a broken rule, beside what it says. */
export interface Guidance {
  /** Beginnings of rule ids, up to a dot or to the end. The longest that fits a rule decides its guidance. */
  readonly rules: readonly string[];
  /** One sentence: who is hurt when the rule is broken. */
  readonly why: string;
  /** One sentence: what to change. */
  readonly fix: string;
}

let memo: readonly Guidance[] | undefined;

/** All guidance. Read once. */
export function loadGuidance(): readonly Guidance[] {
  memo ??= readYaml('guidance.yaml') as readonly Guidance[];
  return memo;
}

/** Why the rule of this id matters, and how to mend what breaks it. Throws for a rule without guidance, which the catalogue does not have. */
export function guidanceFor(rule: string): Guidance {
  const found = longestFit(rule, loadGuidance());
  if (found === undefined) throw new Error(`guidance.yaml of @gateproof/spec has nothing for the rule ${rule}`);
  return found;
}
