import type { AnyCheck } from '../check/check.ts';
import type { Effort } from './run-options.ts';

const defaultCases = 5;
const effortFactor: Readonly<Record<Effort, number>> = { quick: 1 / 3, standard: 1, thorough: 20 };

/** A few cases are mostly a table of which each row says something else: a quick run leaves none of them out. */
const quickAtLeast = 4;

/** How many cases of a check a run of this effort has. */
export function casesOf(check: AnyCheck, effort: Effort): number {
  const share = shareOf(check, effort);
  if (effort !== 'quick') return share;
  return Math.min(shareOf(check, 'standard'), Math.max(share, quickAtLeast) + (check.revealing ?? 0));
}

/** The plain share of an effort, at least one case. */
export function shareOf(check: AnyCheck, effort: Effort): number {
  const cases = Math.max(check.cases ?? defaultCases, check.examples?.length ?? 0);
  return Math.max(1, Math.ceil(cases * effortFactor[effort]));
}
