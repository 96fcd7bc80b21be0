import fc from 'fast-check';
import type { AnyCheck } from '../check/check.ts';
import type { CaseOutcome } from './case-outcome.ts';
import { examplesOf } from './examples-of.ts';
import type { RunContext } from './run-context.ts';

/** Cases of one check that run side by side at most; the run's own limit holds for the cases of all checks together. */
const mostSideBySide = 8;

/** The cases of a seed, counted from 0; an execution of its check begins at `from` and has `count` of them. */
export interface CaseRange {
  readonly seed: number;
  readonly from: number;
  readonly count: number;
}

/** Runs the cases of a check side by side. Their outcomes are taken in order, and a case that no outcome is taken of soon does not begin. */
export class CasesAhead {
  readonly #inputs: readonly unknown[];
  readonly #run: (input: unknown) => Promise<CaseOutcome>;
  readonly #begun: Promise<CaseOutcome>[] = [];

  constructor(check: AnyCheck, { seed, from, count }: CaseRange, context: Pick<RunContext, 'runCase'>) {
    this.#run = (input) => context.runCase(check, input);
    this.#inputs = fc.sample(check.input, {
      seed,
      numRuns: count,
      examples: examplesOf(check).flat(),
      ...(from === 0 ? {} : { path: String(from) }),
    });
  }

  /** The outcome of the case at a place of the range, counted from 0; those after it run beside it. */
  async take(place: number): Promise<CaseOutcome> {
    for (const input of this.#inputs.slice(this.#begun.length, place + mostSideBySide)) {
      const outcome = this.#run(input);
      // Where the outcome of an earlier case ends the search, this one is not taken.
      outcome.catch(() => undefined);
      this.#begun.push(outcome);
    }
    const outcome = this.#begun[place];
    if (outcome === undefined) throw new Error(`the range has no case at ${place}`);
    return outcome;
  }

  /** Resolves once no case runs any more. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#begun);
  }
}
