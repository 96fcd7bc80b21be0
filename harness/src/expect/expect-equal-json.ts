import type { CaseWorld } from '../check/case-world.ts';
import { Violation } from '../check/violation.ts';
import { type JsonDifference, jsonDifferences } from './json-difference.ts';
import { showDifference } from './show-difference.ts';

const shownDifferences = 3;

export interface EqualJsonOptions {
  /** Exchanges that show the two values. */
  readonly exchanges?: readonly string[];
  /** Places that may differ, by path (`$.output[0].url`), with all below them. */
  readonly except?: (path: string) => boolean;
}

/**
 * States that two JSON values are equal (names in any order, numbers in any spelling); otherwise throws `Violation` with the first places
 * that differ. `what` names the value: "the job in the event".
 */
export function expectEqualJson(
  world: CaseWorld,
  expected: unknown,
  observed: unknown,
  what: string,
  options: EqualJsonOptions = {},
): void {
  world.stated();
  const all = jsonDifferences(expected, observed, options.except);
  if (all.length === 0) return;
  const more = all.length > shownDifferences ? `; and ${all.length - shownDifferences} places more` : '';
  const pairs = all.slice(0, shownDifferences).map(shownPair);
  const first = all[0]?.path === '$' ? '' : 'with ';
  throw new Violation({
    expected: `${what} ${first}${pairs.map(([one]) => one).join('; ')}${more}`,
    observed: pairs.map(([, other]) => other).join('; ') + more,
    ...(options.exchanges === undefined ? {} : { exchanges: options.exchanges }),
  });
}

/** Both values at a place, behind its path; that of the whole value goes without saying. */
function shownPair({ path, expected, observed }: JsonDifference): readonly [string, string] {
  const at = path === '$' ? '' : `${path} = `;
  const [one, other] = showDifference(expected, observed);
  return [at + one, at + other];
}
