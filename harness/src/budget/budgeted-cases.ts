import type { RequestBudget } from './request-budget.ts';

/** A run that looks at every rule once costs about so many requests. */
const costlyRun = 1_000;

/** The cases of one rule that a budget pays for: one, and once the requests of that one are known, more where they cost little. */
export class BudgetedCases {
  readonly #budget: RequestBudget;
  readonly #most: number;
  readonly #giveBacks: (() => void)[];
  #count = 1;
  #isMeasured = false;

  private constructor(budget: RequestBudget, most: number, giveBack: () => void) {
    this.#budget = budget;
    this.#most = most;
    this.#giveBacks = [giveBack];
  }

  /** Sets aside what a first case is expected to send; undefined when the budget has no room for it. */
  static begin(budget: RequestBudget, most: number): BudgetedCases | undefined {
    const giveBack = budget.promise(budget.expectedCase);
    return giveBack === undefined ? undefined : new BudgetedCases(budget, most, giveBack);
  }

  /** How many cases to run. `requests`: as many as the longest case so far sent; undefined before the first. */
  count(requests: number | undefined): number {
    if (requests === undefined || this.#isMeasured) return this.#count;
    this.#isMeasured = true;
    this.#budget.measured(requests);
    const affordable = Math.min(this.#most, Math.floor(this.#budget.limit / costlyRun / Math.max(1, requests)));
    const giveBack = affordable > 1 ? this.#budget.promise((affordable - 1) * requests) : undefined;
    if (giveBack === undefined) return this.#count;
    this.#giveBacks.push(giveBack);
    this.#count = affordable;
    return affordable;
  }

  /** Gives back what was set aside. */
  end(): void {
    for (const giveBack of this.#giveBacks) giveBack();
  }
}
