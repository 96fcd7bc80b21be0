import type { AnyCheck } from '../check/check.ts';
import { caseWords } from './case-words.ts';

/** A case is generated again from its seed and path, so that its text need only be read. */
const mostCharacters = 400;

/** The input of a case as a report shows it: in the check's own words, or in those that the value gives, cut where they are long. */
export function inputText(check: AnyCheck, input: unknown): string {
  const text = check.describe?.(input) ?? caseWords(input);
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}… (${text.length} characters)`;
}
