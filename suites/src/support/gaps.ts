import type { TimedAttempt } from './webhooks.ts';

/** The time between two attempts, which is known between two bounds. */
export interface Gap {
  readonly leastMs: number;
  readonly mostMs: number;
}

/** The gaps between attempts, in their order. */
export function gapsOf(attempts: readonly TimedAttempt[]): readonly Gap[] {
  return attempts.slice(1).map(({ fromMs, untilMs }, place) => {
    const before = attempts[place] ?? { fromMs, untilMs };
    return { leastMs: Math.max(0, fromMs - before.untilMs), mostMs: untilMs - before.fromMs };
  });
}

/** Ten seconds that an attempt may take, and scheduling (freedom F094). */
const slackMs = 12_000;
/** What jitter may take from a gap that would have grown or stayed the same: ten per cent either way (freedom F020). */
const clearShare = 0.8;
/** More than a step of the clock makes of gaps that are the same. */
const riseShare = 1.1;

/** How gaps follow one another: `stands` where some are as long as the one before, and they grow all the same. */
export type Growth = 'shrinks' | 'constant' | 'stands' | 'grows';

export function growthOf(gaps: readonly Gap[]): Growth {
  const [first, last] = [gaps[0], gaps.at(-1)];
  const pairs = gaps.slice(1).map((gap, place) => [gaps[place] ?? gap, gap] as const);
  if (first === undefined || last === undefined || pairs.length === 0) return 'grows';
  if (pairs.some(([before, gap]) => gap.mostMs + slackMs < before.leastMs * clearShare)) return 'shrinks';
  const always = pairs.every(([before, gap]) => gap.leastMs > before.mostMs);
  // A clock that jumps shows gaps in its own steps: what grows by little may stand for a while, but never falls.
  const rises = pairs.every(([before, gap]) => gap.mostMs >= before.leastMs) && last.leastMs > first.mostMs * riseShare;
  // Gaps that are all the same are constant, not growing; equal neighbours among growing ones are tolerated.
  if (!always && !rises && last.mostMs <= first.leastMs * 1.5 + slackMs) return 'constant';
  return pairs.some(([before, gap]) => gap.mostMs <= before.leastMs + 1_000) ? 'stands' : 'grows';
}
