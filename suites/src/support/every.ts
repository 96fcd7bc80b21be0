import fc from 'fast-check';

/** Input of a check from a few values: each of them is one case. A check that wants further cases, drawn from the same values, names its `cases` after it. */
export function every<const T>(...values: readonly T[]): {
  readonly input: fc.Arbitrary<T>;
  readonly examples: readonly T[];
  readonly cases: number;
} {
  return { input: fc.constantFrom(...values), examples: values, cases: values.length };
}
