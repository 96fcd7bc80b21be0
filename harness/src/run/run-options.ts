import type { Capability, Rule } from '@gateproof/spec';
import type { RequestBudget } from '../budget/request-budget.ts';
import type { CaseWorld } from '../check/case-world.ts';
import type { AnyCheck, StandingCheck } from '../check/check.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Difference } from '../repair/difference.ts';
import type { Repair } from '../repair/repair.ts';
import type { ResultDocument, RuleRecord, TargetRecord } from '../result/result-document.ts';
import type { Shard } from '../shard/shard.ts';
import type { ConnectionLosses } from './connection-losses.ts';
import type { CrashLedger } from './crash-ledger.ts';
import type { MeasuredRule } from './measured-rule.ts';
import type { Pace } from './pace.ts';
import type { RunForecast } from './run-forecast.ts';
import type { Symptom } from './shared-symptoms.ts';
import type { SmokeReport } from './smoke-report.ts';

/** How many cases a run spends: `quick` a third and no fewer than four, `standard` as each check says, `thorough` twenty times as many. */
export type Effort = 'quick' | 'standard' | 'thorough';

/** The kinds of requests, the most general first, by the id of their exchange: a target is expected to treat those of a kind alike. */
export type RequestKinds = ReadonlyMap<string, readonly string[]>;

/** A world that is open for one case. */
export interface OpenWorld<W extends CaseWorld = CaseWorld> {
  readonly world: W;
  /** How often the case stated something that held or broke. */
  statements(): number;
  /** Why the case has shown nothing of a failure that it arranged: the endpoint that was to fail was never asked. Default: none was left out. */
  unaskedFailure?(): string | undefined;
  /** What the trouble of a case that did not hold was: `Disturbed` where something hit it from outside. Default: as thrown. */
  troubleBehind?(thrown: Error): Error;
  /** Why a case that did not hold can't be decided, where the target answers in a form that the contract leaves open. Default: no such form. */
  openForm?(): Promise<string | undefined>;
  /** What the case asked for and this target's testbed or claims do not have. Default: nothing. */
  lacking?(): string | undefined;
  /** Of which kinds each request of the case was. Default: unknown. */
  requestKinds?(): RequestKinds;
  /** How long the case waited for what the target does in its own time, in ms: that much more it may take. Default: not at all. */
  waitedMs?(): number;
  /** True where a wait of the case was shorter than the contract gives cause for, because others had waited in vain. Default: never. */
  wasHurried?(): boolean;
  /** Fires when the case was to send a request that is not sent any more; its reason is what the case then comes to. Default: never. */
  readonly ended?: AbortSignal;
  /** Ends everything that the case made and returns all that was exchanged, in order. Never throws, never hangs. */
  close(): Promise<readonly Exchange[]>;
}

/** How a world is opened. */
export interface WorldOptions {
  /** Where all accounts share one clock, it is held back from cases that do not run alone. Default true. */
  readonly runsAlone?: boolean;
  /** Applied to the answers beside those that the profile declares. Default: none. */
  readonly repairs?: readonly Repair[];
  /** The real client whose headers the requests have. Default: none. */
  readonly client?: string;
  /** What the order follows from in which the requests of the case go to the addresses of the target. Default: its label. */
  readonly order?: string;
  /** Its waits are whole, whatever others waited for in vain. Default false. */
  readonly isPatient?: boolean;
  /** A request that is answered 429 or 503, although the case is not about that, is sent again after the wait that the target asked for. Default false. */
  readonly honoursWaits?: boolean;
}

/** A target that was reached and described: what the runner needs of it. */
export interface ReachedTarget {
  readonly record: TargetRecord;
  readonly capabilities: ReadonlySet<Capability>;
  /** Ids of the conformance classes that it claims; rules of others are not run. `basic` is always claimed. Default: all. */
  readonly claims?: readonly string[];
  /** Differences from the contract that its profile declares; its worlds repair the answers. Default: none. */
  readonly differs?: readonly Difference[];
  /** Names of the real clients as which cases may ask. Default: none. */
  readonly clients?: readonly string[];
  /** `target`: cases that move the clock must run alone. */
  readonly clockScope: 'account' | 'target';
  /** How many cases it was seen to take side by side. Default: as many as any target. */
  readonly lanes?: number;
  /** How fast its worlds send requests; the runner slows it down when the target asks for that. Undefined: always as fast as they can. */
  readonly pace?: Pace;
  /** `caseLabel` names the case in what the target sees; it is part of unique names. */
  openWorld(caseLabel: string, options?: WorldOptions): Promise<OpenWorld>;
  /** True when the target answers anything at all within `limitMs`. */
  alive(limitMs: number): Promise<boolean>;
  /** Sends the first requests of a run. Never throws for what the target answers. */
  smoke(): Promise<SmokeReport>;
  /** How often the target has ended on its own, where the harness started it: no case is judged on what it saw meanwhile. */
  deaths?(): number;
  /** The longest that the target took to start so far, in ms, where the harness started it. */
  startUpMs?(): number;
  /** True when the target serves a plain request now. Default: unknown. */
  serves?(): Promise<boolean>;
  /** Keeps requests from being sent that make the target go away; the runner fills it. Default: nothing is kept. */
  readonly crashes?: CrashLedger;
  /** Reports lost connections; the runner listens. Default: none is reported. */
  readonly losses?: ConnectionLosses;
  /** Starts the target again where it has gone and something can; settles once it answers. Default: nothing can. */
  revive?(): Promise<void>;
  /** True where a closed connection is an answer, so that one which was lost in a case that held may mean that the target has gone. Default false. */
  readonly mayRefuseByClosing?: boolean;
  /** Lines about the target for the report. */
  notes?(): readonly string[];
  /** Why no case of the run could make use of a conformance class; undefined where one could, or none was to. Default: never known. */
  whyNeverUsed?(conformanceClass: string): string | undefined;
  /** What the run may send; undefined: as much as it wants. */
  readonly budget?: RequestBudget;
  /** True: nothing is sent that may disturb others that use the target. Default false. */
  readonly isGuarded?: boolean;
  /** Every request that was sent to the target so far, those of cases that ran again included. Default: unknown. */
  requestsSent?(): number;
  /** Replaces every secret of the target in a text that will be shown. */
  redact(text: string): string;
  close(): Promise<void>;
}

/** The checks of one party. */
export interface Suite {
  readonly checks: readonly AnyCheck[];
  readonly standing: readonly StandingCheck[];
  /** What the check of a rule was measured to take alone, in ms: shards are balanced by it, and the longest begin first. Default: all alike. */
  readonly costsMs?: Readonly<Record<string, number>>;
  /** By rule: what it was measured to cost and to use, where it passed before the reference gateway. Default: nothing is known. */
  readonly measured?: Readonly<Record<string, MeasuredRule>>;
  /** By standing rule: the checks whose cases show it in each form, and how many of their first cases are enough. Default: none is known. */
  readonly donors?: Readonly<Record<string, readonly (readonly [check: string, cases: number])[]>>;
  /** Every transition of the models beside which checks play sequences of commands. Default: none. */
  readonly transitions?: readonly string[];
  /** What one mistake of a target breaks many rules by. Default: nothing. */
  readonly symptoms?: readonly Symptom[];
}

/** Hears of a run's progress; may render, may not judge. */
export interface RunListener {
  onStart?(ruleCount: number): void;
  /**
   * What the run is expected to cost, once its target has answered first requests; undefined where nobody has measured that. `leftMs` estimates at any time how
   * long it takes yet, until all rules are decided.
   */
  onForecast?(forecast: RunForecast | undefined, leftMs: () => number | undefined): void;
  /** The cases of a rule begin to run. */
  onBegin?(rule: string): void;
  onRule?(record: RuleRecord, doneCount: number): void;
  /** All rules are decided, and so many failing ones are run again to measure their causes. */
  onCauses?(suspects: number): void;
  onNote?(line: string): void;
}

export interface RunOptions {
  readonly target: ReachedTarget;
  readonly suite: Suite;
  /** The rules to decide, in catalogue order; those without a check in the suite carry their reason. */
  readonly rules: readonly Rule[];
  /** All rules of the party. With a filter, checks that were not selected may be run as donors of exchanges for standing rules. */
  readonly catalogue: readonly Rule[];
  readonly toolVersion: string;
  /** Nonce of the run. */
  readonly runId: string;
  /** Default: drawn by the caller and printed. */
  readonly seed: number;
  /** Default `standard`. */
  readonly effort?: Effort;
  /** Rule ids as given with `--only`, for the record. */
  readonly only?: readonly string[];
  /** By standing rule: the check whose case broke it in an earlier run; it runs again with a filter. Default: none is known. */
  readonly brokenBy?: Readonly<Record<string, string>>;
  /** The part of the run that is decided here. Default: all of it. */
  readonly shard?: Shard;
  /** Warnings turn the run red. Default false. */
  readonly strict?: boolean;
  /** Checks that run side by side. Default: what the target takes, or 8. */
  readonly concurrency?: number;
  /** Limit of the whole run in ms; what is not decided by then is inconclusive. Default 10 minutes, an hour with effort `thorough`. */
  readonly runLimitMs?: number;
  /** Longest wait for a target that is away to come back, in ms; three times what it was seen to need, if that is more. Default 20 s. */
  readonly comebackMs?: number;
  /** Real time spent on finding a smaller case per failure, in ms. Default 4 s. */
  readonly shrinkLimitMs?: number;
  readonly listener?: RunListener;
  /** Ends the run early; what is finished is kept. */
  readonly signal?: AbortSignal;
}

/** Runs a suite against a target and returns all that it found. Throws only for a fault of the harness itself. */
export type RunSuite = (options: RunOptions) => Promise<ResultDocument>;
