import type { Effort, RunOptions } from './run-options.ts';

/** The runner's options with every default in place. */
export interface ResolvedRunOptions extends RunOptions {
  readonly effort: Effort;
  readonly strict: boolean;
  readonly concurrency: number;
  readonly runLimitMs: number;
  readonly shrinkLimitMs: number;
}

/** Fills in the defaults. */
export function resolveRunOptions(options: RunOptions): ResolvedRunOptions {
  return {
    ...options,
    effort: options.effort ?? 'standard',
    strict: options.strict ?? false,
    concurrency: options.concurrency ?? 8,
    runLimitMs: options.runLimitMs ?? 600_000,
    shrinkLimitMs: options.shrinkLimitMs ?? 4_000,
  };
}
