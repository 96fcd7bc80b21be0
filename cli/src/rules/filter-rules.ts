import type { Rule } from '@gateproof/spec';
import { knownClasses } from '../known-classes.ts';
import { suggestion } from '../suggest.ts';
import { UsageError } from '../usage-error.ts';
import type { RulesFlags } from './rules-flags.ts';

/** The rules that the filter flags leave. Throws `UsageError` for an area or a class that no rule has. */
export function filterRules(rules: readonly Rule[], flags: RulesFlags): Rule[] {
  const areas = [...new Set(rules.map(({ area }) => area))];
  if (flags.area !== undefined && !areas.includes(flags.area)) {
    const near = suggestion(flags.area, areas);
    throw new UsageError(`No area is called '${flags.area}'.${near} There are: ${areas.join(', ')}.`);
  }
  if (flags.class !== undefined) knownClasses([flags.class]);
  return rules.filter(
    (rule) =>
      (flags.area === undefined || rule.area === flags.area) &&
      (flags.class === undefined || rule.class === flags.class) &&
      (flags.party === undefined || rule.party === flags.party) &&
      (flags.level === undefined || rule.level === flags.level),
  );
}

/** The rule of this id. Throws `UsageError` with the nearest ids when there is none. */
export function ruleCalled(rules: readonly Rule[], id: string): Rule {
  const found = rules.find((rule) => rule.id === id);
  if (found !== undefined) return found;
  const near = suggestion(
    id,
    rules.map((rule) => rule.id),
  );
  throw new UsageError(`No rule is called '${id}'.${near} 'npx gateproof rules' lists them all.`);
}
