import { currentRuleSet, loadRuleSets } from '@gateproof/spec';
import { UsageError } from './usage-error.ts';

/**
 * The id of a rule set as a flag or a profile names it, by default that of the newest. `1` stands for `1.0`, as YAML reads it. Throws `UsageError` that lists them
 * all for one that does not exist.
 */
export function knownRuleSet(given: string | number | undefined): string {
  if (given === undefined) return currentRuleSet();
  const id = Number.isInteger(Number(given)) && !String(given).includes('.') ? `${given}.0` : String(given);
  const known = loadRuleSets().map((set) => set.id);
  if (known.includes(id)) return id;
  throw new UsageError(`there is no rule set ${JSON.stringify(given)}; ruleset must be one of ${known.join(', ')}`);
}
