import type { CaseWorld } from '../check/case-world.ts';
import { Violation } from '../check/violation.ts';
import { show } from './describe-answer.ts';
import { type JsonDifference, jsonDifferences } from './json-difference.ts';

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
  const told = (side: (difference: JsonDifference) => unknown) =>
    all
      .slice(0, shownDifferences)
      .map((difference) => `${difference.path} = ${show(side(difference))}`)
      .join('; ') + more;
  throw new Violation({
    expected: `${what} with ${told((difference) => difference.expected)}`,
    observed: told((difference) => difference.observed),
    ...(options.exchanges === undefined ? {} : { exchanges: options.exchanges }),
  });
}
