import type { StandingCheck } from '../check/check.ts';
import type { Repair } from '../repair/repair.ts';
import { StandingLedger } from './standing-ledger.ts';

/** What was seen while active rules ran again with the same repairs. */
interface Retrial {
  readonly repairs: readonly string[];
  readonly ledger: StandingLedger;
  /** Ids of the repairs that changed an answer. */
  readonly acted: Set<string>;
}

/** What the standing rules were seen to do while active rules ran again, by the repairs that were made meanwhile. */
export class Retrials {
  readonly #retrials = new Map<string, Retrial>();
  readonly #checks: readonly StandingCheck[];
  readonly #rules: ReadonlySet<string>;

  constructor(checks: readonly StandingCheck[], rules: ReadonlySet<string>) {
    this.#checks = checks;
    this.#rules = rules;
  }

  /** Of cases that run with exactly these repairs. */
  under(given: readonly Repair[]): Retrial {
    const repairs = given.map(({ id }) => id).toSorted();
    const key = repairs.join('+');
    const known = this.#retrials.get(key);
    if (known !== undefined) return known;
    const retrial = { repairs, ledger: new StandingLedger(this.#checks, this.#rules), acted: new Set<string>() };
    this.#retrials.set(key, retrial);
    return retrial;
  }

  /** Those with none but these repairs that exercised the rule. */
  exercising(rule: string, given: readonly Repair[]): readonly Retrial[] {
    const ids = new Set(given.map(({ id }) => id));
    return [...this.#retrials.values()].filter(
      ({ repairs, ledger }) => repairs.every((id) => ids.has(id)) && (ledger.entry(rule)?.exercised ?? 0) > 0,
    );
  }
}
