import type { AnyCheck, History } from '../check/check.ts';
import type { RunClock } from '../clock/run-clock.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Repair } from '../repair/repair.ts';
import type { CaseOutcome } from './case-outcome.ts';
import type { StandingLedger } from './standing-ledger.ts';

/** How one case is run. */
export interface CaseOptions {
  /** Applied to every answer before the case sees it. Default: none. */
  readonly repairs?: readonly Repair[];
  /** The real client as which it asks. Default: none, as the suite asks. */
  readonly client?: string;
  /** Its waits are whole, whatever others waited for in vain. Default false. */
  readonly isPatient?: boolean;
}

/** What the checks of one rule are run with. */
export interface RunContext {
  readonly clock: RunClock;
  readonly seed: number;
  readonly shrinkLimitMs: number;
  readonly standing: StandingLedger;
  /** Names of the real clients as which cases may ask. */
  readonly clients: readonly string[];
  /** So many cases of the check run side by side. */
  readonly sideBySide: number;
  /** True once nothing more is to be run for the rule: the run ends, the target is gone, or the rule has used up its time. */
  stopped(): boolean;
  /** False when the budget is better kept for seeing breaks again than for shrinking their cases. */
  mayShrink(): boolean;
  runCase(check: AnyCheck, input: unknown, options?: CaseOptions): Promise<CaseOutcome>;
  history(exchanges: readonly Exchange[]): History;
}
