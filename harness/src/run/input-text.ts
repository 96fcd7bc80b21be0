import fc from 'fast-check';
import type { AnyCheck } from '../check/check.ts';

/** A case is generated again from its seed and path, so that its text need only be read. */
const mostCharacters = 400;

/** The input of a case as a report shows it: in the check's own words, or written as the value that it is, cut where it is long. */
export function inputText(check: AnyCheck, input: unknown): string {
  const text = check.describe?.(input) ?? fc.stringify(input);
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}… (${text.length} characters)`;
}
