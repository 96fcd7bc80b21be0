import { NotExercised } from '../check/setup-failed.ts';

/** Part of a budget that no new rule is begun with: a break must be seen again before it counts. */
const reservedShare = 0.1;
const leastReserve = 4;

/** Requests that a case is expected to send before the first was measured. */
const firstExpectation = 4;

/** Thrown instead of sending a request beyond the budget. */
export class BudgetSpent extends NotExercised {}

/** The requests that a run may send. Counts every one, and lets none beyond. */
export class RequestBudget {
  readonly limit: number;
  #sent = 0;
  #promised = 0;
  #measuredCases = 0;
  #measuredRequests = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  get sent(): number {
    return this.#sent;
  }

  /** Requests that a further case is expected to send: as many as the measured ones did on average. */
  get expectedCase(): number {
    return this.#measuredCases === 0 ? firstExpectation : Math.ceil(this.#measuredRequests / this.#measuredCases);
  }

  /** Learns how many requests a case sent. */
  measured(requests: number): void {
    this.#measuredCases += 1;
    this.#measuredRequests += requests;
  }

  /** Counts one request that is sent now. Throws `BudgetSpent` when the budget is. */
  spend(): void {
    if (this.#sent >= this.limit) throw new BudgetSpent(`the budget of ${this.limit} requests is spent`);
    this.#sent += 1;
  }

  /** Sets so many requests aside for a rule; false when too few are left. What was set aside is given back with the returned function. */
  promise(requests: number): (() => void) | undefined {
    const reserve = Math.max(leastReserve, Math.ceil(this.limit * reservedShare));
    if (this.#sent + this.#promised + requests > this.limit - reserve) return undefined;
    this.#promised += requests;
    let isOpen = true;
    return () => {
      if (isOpen) this.#promised -= requests;
      isOpen = false;
    };
  }
}
