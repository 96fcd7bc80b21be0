import type { AnyCheck, History } from '../check/check.ts';
import type { RunClock } from '../clock/run-clock.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { CaseOutcome } from './case-outcome.ts';
import { attemptCase } from './run-case.ts';
import type { ReachedTarget } from './run-options.ts';
import { shelterCases } from './shelter-cases.ts';
import type { StandingLedger } from './standing-ledger.ts';
import { steadyCase } from './steady-case.ts';

/** Longest wait for a target that stopped answering to come back, in ms. */
const comebackLimitMs = 10_000;
const comebackProbeMs = 200;

/** What every check of one run shares. */
export interface RunContext {
  readonly clock: RunClock;
  readonly seed: number;
  readonly shrinkLimitMs: number;
  readonly standing: StandingLedger;
  /** True once the run is to end: asked to, out of time, or the target is gone. */
  stopped(): boolean;
  /** False when the budget is better kept for seeing breaks again than for making their cases smaller. */
  mayShrink(): boolean;
  runCase(check: AnyCheck, input: unknown): Promise<CaseOutcome>;
  history(exchanges: readonly Exchange[]): History;
}

/** Why a run ended early, set once. */
export interface StopSwitch {
  readonly reason: string | undefined;
  stop(reason: string): void;
}

export function createStopSwitch(): StopSwitch {
  let reason: string | undefined;
  return {
    get reason() {
      return reason;
    },
    stop(why) {
      reason ??= why;
    },
  };
}

/** Counts of a run, for the record. */
export interface RunCounts {
  cases: number;
  requests: number;
  exchanges: number;
}

export interface ContextOptions {
  readonly target: ReachedTarget;
  readonly clock: RunClock;
  readonly seed: number;
  readonly shrinkLimitMs: number;
  readonly standing: StandingLedger;
  readonly stop: StopSwitch;
  readonly counts: RunCounts;
  readonly onNote: (line: string) => void;
}

/** Ties target, clock and ledger together into what runs single cases. */
export function createRunContext(options: ContextOptions): RunContext {
  const { target, clock, counts, stop } = options;
  let caseNumber = 0;
  const sheltered = shelterCases(target, clock);
  const awaken = async () => {
    const back = await awaitTarget(target, clock);
    if (!back) stop.stop(`the target stopped answering and did not come back within ${comebackLimitMs / 1000} s`);
    return back;
  };
  return {
    clock,
    seed: options.seed,
    shrinkLimitMs: options.shrinkLimitMs,
    standing: options.standing,
    stopped: () => stop.reason !== undefined,
    mayShrink: () => target.budget === undefined || target.budget.sent < target.budget.limit / 2,
    async runCase(check, input) {
      const attempt = sheltered(() => {
        caseNumber += 1;
        const label = `c${caseNumber}`;
        return attemptCase(check, input, () => target.openWorld(label), clock);
      });
      const outcome = await steadyCase(attempt, { clock, awaken, onDisturbance: options.onNote });
      counts.cases += 1;
      counts.exchanges += outcome.exchanges.length;
      counts.requests += outcome.exchanges.filter(({ side }) => side === 'request').length;
      return outcome;
    },
    history: (exchanges) => ({
      exchanges,
      prefix: target.record.prefix,
      baseUrl: target.record.baseUrl,
      notes: {},
    }),
  };
}

async function awaitTarget(target: ReachedTarget, clock: RunClock): Promise<boolean> {
  const untilMs = clock.nowMs() + comebackLimitMs;
  for (;;) {
    if (await target.alive(Math.min(2_000, comebackLimitMs))) return true;
    if (clock.nowMs() > untilMs) return false;
    await clock.pause(comebackProbeMs);
  }
}
