import type { Rule } from '@gateproof/spec';
import type { AnyCheck, History } from '../check/check.ts';
import type { RunClock } from '../clock/run-clock.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Repair } from '../repair/repair.ts';
import type { CutShortRecord } from '../result/result-document.ts';
import type { CaseOutcome } from './case-outcome.ts';
import { EventLoopStalls } from './event-loop-stalls.ts';
import { Outages } from './outages.ts';
import { retryAfterTargetRestart } from './retry-after-target-restart.ts';
import { attemptCase } from './run-case.ts';
import type { ReachedTarget } from './run-options.ts';
import type { StandingLedger } from './standing-ledger.ts';
import { type Steadiness, steadyCase } from './steady-case.ts';
import { Turnstile } from './turnstile.ts';

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
  /** Runs one case; `repairs` are applied to every answer before the case sees it. Default: none. */
  runCase(check: AnyCheck, input: unknown, repairs?: readonly Repair[]): Promise<CaseOutcome>;
  history(exchanges: readonly Exchange[]): History;
}

/** Why a run ended early, set once. */
export interface StopSwitch {
  readonly cause: CutShortRecord | undefined;
  /** Fires when the run is to end. */
  readonly signal: AbortSignal;
  stop(reason: CutShortRecord['reason'], sentence: string): void;
}

export function createStopSwitch(): StopSwitch {
  let cause: CutShortRecord | undefined;
  const over = new AbortController();
  return {
    get cause() {
      return cause;
    },
    signal: over.signal,
    stop(reason, sentence) {
      cause ??= { reason, sentence };
      over.abort();
    },
  };
}

/** Counts of a run, for the record. */
export interface RunCounts {
  cases: number;
  requests: number;
  exchanges: number;
  /** Transitions of the suite's models that cases which held have walked. */
  readonly walked: Set<string>;
  /** Ids of the repairs that changed an answer. */
  readonly repaired: Set<string>;
}

/** The counts of a run that has not begun. */
export function noCounts(): RunCounts {
  return { cases: 0, requests: 0, exchanges: 0, walked: new Set(), repaired: new Set() };
}

export interface ContextOptions {
  readonly target: ReachedTarget;
  readonly catalogue: readonly Rule[];
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
  const movesClock = new Set(options.catalogue.filter(({ needs }) => needs.includes('clock')).map(({ id }) => id));
  const outages = new Outages(clock);
  const stalls = new EventLoopStalls(clock);
  const sheltered = retryAfterTargetRestart(target, clock);
  const awaken = async () => {
    const back = await awaitTarget(target, clock);
    const seconds = comebackLimitMs / 1000;
    if (!back) stop.stop('target-lost', `the target stopped answering and did not come back within ${seconds} s`);
    return back;
  };
  const steadiness: Steadiness = {
    clock,
    pause: (delayMs) => pauseUntil(stop.signal, delayMs, clock),
    pace: target.pace,
    turnstile: new Turnstile(),
    quietMs: 0,
    proofs: { limit: 0, silence: 0, loss: 0, outage: 0, standstill: 0, arrangement: 0 },
    awaken,
    stopped: () => stop.cause !== undefined,
    onDisturbance: options.onNote,
  };
  return {
    clock,
    seed: options.seed,
    shrinkLimitMs: options.shrinkLimitMs,
    standing: options.standing,
    stopped: () => stop.cause !== undefined,
    mayShrink: () => target.budget === undefined || target.budget.sent < target.budget.limit / 2,
    async runCase(check, input, repairs = []) {
      const attempt = sheltered(() => {
        caseNumber += 1;
        const label = `c${caseNumber}`;
        const open = () => target.openWorld(label, movesClock.has(check.rule), repairs);
        return stalls.watch(() => outages.watch(() => attemptCase(check, input, open, clock, stop.signal)));
      });
      const outcome = await steadyCase(attempt, steadiness);
      counts.cases += 1;
      counts.exchanges += outcome.exchanges.length;
      if (repairs.length === 0) {
        for (const id of outcome.exchanges.flatMap(({ repaired }) => repaired?.repairs ?? [])) counts.repaired.add(id);
      }
      counts.requests += outcome.exchanges.filter(({ side }) => side === 'request').length;
      if (outcome.end.kind === 'held' && repairs.length === 0)
        for (const transition of check.walks?.(input) ?? []) counts.walked.add(transition);
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
    // One that is there but late is given all the time: it may be slow with everything.
    if (await target.alive(comebackLimitMs)) return true;
    if (clock.nowMs() > untilMs) return false;
    await clock.pause(comebackProbeMs);
  }
}

/** Ends after the delay, or at once when `over` fires. */
function pauseUntil(over: AbortSignal, delayMs: number, clock: RunClock): Promise<void> {
  if (over.aborted || delayMs <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      over.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(delayMs, end);
    over.addEventListener('abort', end, { once: true });
  });
}
