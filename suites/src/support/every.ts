import fc from 'fast-check';

/** Input of a check from a few values: each of them is a case for sure, further cases draw from them. */
export function every<const T>(...values: readonly T[]): {
  readonly input: fc.Arbitrary<T>;
  readonly examples: readonly T[];
} {
  return { input: fc.constantFrom(...values), examples: values };
}
