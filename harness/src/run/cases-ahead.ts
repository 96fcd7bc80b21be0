import fc from 'fast-check';
import type { AnyCheck } from '../check/check.ts';
import { asClient, clientAt } from './asking-client.ts';
import type { CaseOutcome } from './case-outcome.ts';
import { examplesOf } from './examples-of.ts';
import type { RunContext } from './run-context.ts';

/** Cases of one check that run side by side at most; the run's own limit holds for the cases of all checks together. */
export const mostSideBySide = 8;
/** Cases of a check that waits, from the one whose outcome is taken on, that may have begun: a long one keeps no short ones waiting. */
const aheadOfWaiting = 4 * mostSideBySide;

/** The cases of a seed, counted from 0; an execution of its check begins at `from` and has `count` of them. */
export interface CaseRange {
  readonly seed: number;
  readonly from: number;
  readonly count: number;
}

/** Runs the cases of a check side by side. Their outcomes are taken in order, and a case that no outcome is taken of soon does not begin. */
export class CasesAhead {
  readonly #inputs: readonly unknown[];
  readonly #run: (place: number) => Promise<CaseOutcome>;
  readonly #begun: Promise<CaseOutcome>[] = [];
  #running = 0;
  readonly #sideBySide: number;
  readonly #mostAhead: number;
  #most = 0;

  constructor(
    check: AnyCheck,
    { seed, from, count }: CaseRange,
    context: Pick<RunContext, 'runCase' | 'clients' | 'sideBySide'>,
  ) {
    this.#sideBySide = context.sideBySide;
    this.#mostAhead = check.waits === true ? aheadOfWaiting : this.#sideBySide;
    this.#run = (place) =>
      context.runCase(check, this.#inputs[place], asClient(clientAt(context.clients, seed, from + place)));
    this.#inputs = fc.sample(check.input, {
      seed,
      numRuns: count,
      examples: examplesOf(check).flat(),
      ...(from === 0 ? {} : { path: String(from) }),
    });
  }

  /** The outcome of the case at a place of the range, counted from 0; those after it run beside it. */
  async take(place: number): Promise<CaseOutcome> {
    // Beside a first case that breaks nothing was sent in vain.
    this.#most = place === 0 && this.#mostAhead < aheadOfWaiting ? 1 : place + this.#mostAhead;
    this.#begin();
    const begun = this.#begun[place];
    if (begun === undefined) throw new Error(`the range has no case at ${place}`);
    const outcome = await begun;
    // Where the outcome of an earlier case ends the search, those after it are not taken.
    if (outcome.end.kind === 'broke') this.#most = 0;
    return outcome;
  }

  #begin(): void {
    while (this.#running < this.#sideBySide && this.#begun.length < Math.min(this.#most, this.#inputs.length)) {
      const outcome = this.#run(this.#begun.length);
      this.#running += 1;
      const end = () => {
        this.#running -= 1;
        this.#begin();
      };
      outcome.then(end, end);
      this.#begun.push(outcome);
    }
  }

  /** Resolves once no case runs any more. */
  async ended(): Promise<void> {
    this.#most = 0;
    await Promise.allSettled(this.#begun);
  }
}
