import fc from 'fast-check';
import type { AnyCheck } from '../check/check.ts';

/** The input of a case as a report shows it: in the check's own words, or written as the value that it is. */
export function inputText(check: AnyCheck, input: unknown): string {
  return check.describe?.(input) ?? fc.stringify(input);
}
