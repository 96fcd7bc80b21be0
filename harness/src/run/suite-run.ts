import type { Rule } from '@gateproof/spec';
import pLimit, { type LimitFunction } from 'p-limit';
import type { AnyCheck } from '../check/check.ts';
import type { RunClock } from '../clock/run-clock.ts';
import { Allowance } from './allowance.ts';
import type { BreakCensus } from './break-census.ts';
import type { CaseOutcome } from './case-outcome.ts';
import { CaseRunner } from './case-runner.ts';
import { mostSideBySide } from './cases-ahead.ts';
import type { Crash } from './crash-ledger.ts';
import type { RequestLog } from './request-log.ts';
import type { ResolvedRunOptions } from './resolve-run-options.ts';
import type { RunContext } from './run-context.ts';
import type { RunCounts } from './run-counts.ts';
import type { RunPlan } from './run-plan.ts';
import type { StandingLedger } from './standing-ledger.ts';
import type { StopSwitch } from './stop-switch.ts';
import { TimeShares } from './time-shares.ts';

/** More time for seeing a break again and shrinking its case: so many times what the case took, and at least so long, in ms. */
const repeats = 6;
const leastForRepeatsMs = 10_000;

/** The run of one rule's checks. */
export interface RuleRun extends RunContext {
  /** The crash that keeps the rule from being decided, if any. */
  readonly crash: Pick<Crash, 'id' | 'sentence'> | undefined;
  /** True once the rule has used up its share of the run's time. */
  readonly isOutOfTime: boolean;
  /** Gives back what was not used of the share. */
  end(): void;
}

/** What a run is made of beside its options. */
export interface SuiteRunParts {
  readonly clock: RunClock;
  readonly standing: StandingLedger;
  readonly stop: StopSwitch;
  readonly counts: RunCounts;
  readonly onNote: (line: string) => void;
}

/** One run against one target, and how its time is divided among the rules. */
export class SuiteRun {
  readonly standing: StandingLedger;
  /** How many cases of which checks were run as donors. */
  readonly donated = new Map<string, number>();
  /** What its rules are expected to take; undefined: not known yet. */
  plan: RunPlan | undefined;
  /** All of the plan fits into the part of the limit that is meant for it. */
  planFits = false;
  readonly #options: ResolvedRunOptions;
  readonly #parts: SuiteRunParts;
  readonly #cases: CaseRunner;
  /** Cases that run side by side, of whatever rules. */
  readonly #lanes: LimitFunction;
  readonly #endsAtMs: number;
  #shares: TimeShares | undefined;

  constructor(options: ResolvedRunOptions, parts: SuiteRunParts) {
    this.#options = options;
    this.#parts = parts;
    this.standing = parts.standing;
    this.#cases = new CaseRunner({ ...options, ...parts });
    this.#lanes = pLimit(options.concurrency);
    this.#endsAtMs = parts.clock.nowMs() + options.runLimitMs;
  }

  /** What makes the target go away, as far as it was found. */
  get crashes(): readonly Crash[] {
    return this.#cases.crashes.all();
  }

  /** The kinds of requests that are not sent any more, because none gets an answer. */
  get silences(): readonly Crash[] {
    return this.#cases.crashes.silences();
  }

  /** Where the answers of the run show common breaks. */
  get breaks(): BreakCensus {
    return this.#cases.breaks;
  }

  /** How the requests of the run fared. */
  get log(): RequestLog {
    return this.#cases.log;
  }

  /** Divides the time that is left, but for a reserve, and no more than so much of it, in ms, among the rules that are to be decided next. */
  divideTime(rules: readonly Rule[], { reserveMs = 0, mostMs = Number.POSITIVE_INFINITY } = {}): void {
    const areas = new Map([...Map.groupBy(rules, ({ area }) => area)].map(([area, { length }]) => [area, length]));
    const limitMs = Math.min(mostMs, Math.max(0, this.#leftMs() - reserveMs));
    this.#shares = new TimeShares({ limitMs, lanes: this.#options.concurrency, areas });
  }

  /** Time that each of so many rules would have until so long before the end of the run, in ms. */
  fairShareMs(rules: number, reserveMs: number): number {
    return (Math.max(0, this.#leftMs() - reserveMs) * this.#options.concurrency) / Math.max(1, rules);
  }

  /** Begins a rule: its checks run until they are through, its share of the time is used up, or a crash keeps it from being decided. */
  begin(rule: Rule, check?: Pick<AnyCheck, 'waits'>): RuleRun {
    const { clock, stop } = this.#parts;
    const sideBySide = this.#sideBySide(rule, check);
    const shareMs = this.#shares?.take(rule.area, sideBySide, this.#plannedMs(rule)) ?? Number.POSITIVE_INFINITY;
    const allowance = new Allowance(shareMs, clock, stop.signal);
    const shares = this.#shares;
    return {
      clock,
      seed: this.#options.seed,
      shrinkLimitMs: this.#options.shrinkLimitMs,
      standing: this.standing,
      clients: this.#options.target.clients ?? [],
      sideBySide,
      stopped: () => allowance.hasEnded(),
      mayShrink: () => this.#mayShrink(),
      runCase: (check, input, options) => this.#runCase(check, input, allowance, options),
      history: this.history,
      get crash() {
        return allowance.crash;
      },
      get isOutOfTime() {
        return allowance.isUsedUp;
      },
      end: () => shares?.giveBack(rule.area, allowance.unusedMs),
    };
  }

  readonly history: RunContext['history'] = (exchanges) => {
    const { prefix, baseUrl } = this.#options.target.record;
    return { exchanges, prefix, baseUrl, notes: {} };
  };

  async #runCase(...[check, input, allowance, how]: Parameters<CaseRunner['run']>): Promise<CaseOutcome> {
    const { blocking } = this.#cases.crashes;
    if (blocking !== undefined) allowance.block(blocking);
    const outcome = await this.#lanes(() => this.#cases.run(check, input, allowance, how));
    if (outcome.end.kind === 'broke') allowance.extend(Math.max(leastForRepeatsMs, repeats * outcome.durationMs));
    return outcome;
  }

  /** A rule may take longer than planned. */
  #plannedMs({ id }: Rule): number {
    return this.planFits ? 2 * (this.plan?.rules.find((rule) => rule.id === id)?.workMs ?? 0) : 0;
  }

  #sideBySide({ id }: Rule, check: Pick<AnyCheck, 'waits'> | undefined): number {
    if (!this.mayRunAhead || check === undefined) return 1;
    const waiting = check.waits === true ? Math.min(mostSideBySide, this.#options.concurrency) : 1;
    return this.plan?.rules.find((rule) => rule.id === id)?.sideBySide ?? waiting;
  }

  #mayShrink(): boolean {
    const { budget } = this.#options.target;
    return budget === undefined || budget.sent < budget.limit / 2;
  }

  /** A clock that all share is moved by one case at a time, and a budget is kept for cases that count. */
  get mayRunAhead(): boolean {
    const { target, concurrency } = this.#options;
    return concurrency > 1 && target.clockScope === 'account' && target.budget === undefined;
  }

  #leftMs(): number {
    return Math.max(0, this.#endsAtMs - this.#parts.clock.nowMs());
  }
}
