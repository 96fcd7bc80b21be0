import type { AnyCheck } from '../check/check.ts';

/** The examples of a check as arguments of its property. A path counts them too, so every execution of a check must be given the same ones. */
export function examplesOf(check: AnyCheck): [unknown][] {
  return (check.examples ?? []).map((example) => [example]);
}
