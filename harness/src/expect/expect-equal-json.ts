import { Violation } from '../check/violation.ts';
import type { World } from '../world/world.ts';
import { show } from './describe-answer.ts';
import { type JsonDifference, jsonDifferences } from './json-difference.ts';

const shownDifferences = 3;

/**
 * States that two JSON values are equal (names in any order, numbers in any spelling); otherwise throws `Violation` with the first places
 * that differ. `what` names the value: "the job in the event". `exchanges` show the two; places for which `except` is true
 * (`$.output[0].url`) may differ, with all below them.
 */
export function expectEqualJson(
  world: World,
  expected: unknown,
  observed: unknown,
  what: string,
  exchanges: readonly string[] = [],
  except?: (path: string) => boolean,
): void {
  world.stated();
  const all = jsonDifferences(expected, observed, except);
  if (all.length === 0) return;
  const more = all.length > shownDifferences ? `; and ${all.length - shownDifferences} places more` : '';
  const told = (side: (difference: JsonDifference) => unknown) =>
    all
      .slice(0, shownDifferences)
      .map((difference) => `${difference.path} = ${show(side(difference))}`)
      .join('; ') + more;
  throw new Violation({
    expected: `${what} with ${told((difference) => difference.expected)}`,
    observed: told((difference) => difference.observed),
    exchanges,
  });
}
