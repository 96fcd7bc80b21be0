import type { Effort, RunOptions } from './run-options.ts';

/** The runner's options with every default in place. */
export interface ResolvedRunOptions extends RunOptions {
  readonly effort: Effort;
  readonly strict: boolean;
  readonly concurrency: number;
  readonly runLimitMs: number;
  readonly shrinkLimitMs: number;
  readonly comebackMs: number;
}

/** Limit of a run. A thorough one makes some twenty times the cases of a standard one. */
const runLimitMs: Readonly<Record<Effort, number>> = { quick: 600_000, standard: 600_000, thorough: 3_600_000 };

/** Fills in the defaults. */
export function resolveRunOptions(options: RunOptions): ResolvedRunOptions {
  const { effort = 'standard' } = options;
  return {
    ...options,
    effort,
    strict: options.strict ?? false,
    concurrency: options.concurrency ?? options.target.lanes ?? 8,
    runLimitMs: options.runLimitMs ?? runLimitMs[effort],
    shrinkLimitMs: options.shrinkLimitMs ?? 4_000,
    comebackMs: options.comebackMs ?? 20_000,
  };
}
