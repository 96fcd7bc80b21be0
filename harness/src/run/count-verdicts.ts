import { type Verdict, verdicts } from '../check/verdict.ts';

/** How often each verdict occurs. */
export function countVerdicts(found: readonly Verdict[]): Record<Verdict, number> {
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const verdict of found) counts[verdict] += 1;
  return counts;
}
