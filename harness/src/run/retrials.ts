import type { StandingCheck } from '../check/check.ts';
import type { Repair } from '../repair/repair.ts';
import { StandingLedger } from './standing-ledger.ts';

/** What the standing rules were seen to do while active rules ran again, by the repairs that were made meanwhile. */
export class Retrials {
  readonly #ledgers = new Map<string, { readonly ids: readonly string[]; readonly ledger: StandingLedger }>();
  readonly #checks: readonly StandingCheck[];
  readonly #rules: ReadonlySet<string>;

  constructor(checks: readonly StandingCheck[], rules: ReadonlySet<string>) {
    this.#checks = checks;
    this.#rules = rules;
  }

  /** The ledger of cases that run with exactly these repairs. */
  under(repairs: readonly Repair[]): StandingLedger {
    const ids = repairs.map(({ id }) => id).toSorted();
    const key = ids.join('+');
    const known = this.#ledgers.get(key)?.ledger;
    if (known !== undefined) return known;
    const ledger = new StandingLedger(this.#checks, this.#rules);
    this.#ledgers.set(key, { ids, ledger });
    return ledger;
  }

  /** The repairs, none beside these, with which cases ran that exercised the rule. */
  exercising(rule: string, repairs: readonly Repair[]): readonly string[] {
    const given = new Set(repairs.map(({ id }) => id));
    return [...this.#ledgers.values()].flatMap(({ ids, ledger }) =>
      ids.every((id) => given.has(id)) && (ledger.entry(rule)?.exercised ?? 0) > 0 ? ids : [],
    );
  }
}
