import type { Rule } from '@gateproof/spec';
import { stringify } from 'fast-check';
import type { AnyCheck } from '../check/check.ts';
import type { RunClock } from '../clock/run-clock.ts';
import { requestsIn } from '../exchange/requests-in.ts';
import { allRepairs } from '../repair/all-repairs.ts';
import { Allowance } from './allowance.ts';
import { asClient } from './asking-client.ts';
import { BreakCensus } from './break-census.ts';
import { watchCalendar } from './calendar-turns.ts';
import type { CaseOutcome } from './case-outcome.ts';
import { type Crash, CrashLedger } from './crash-ledger.ts';
import { hitExchange } from './disturbed-attempt.ts';
import { EventLoopStalls } from './event-loop-stalls.ts';
import { LastRequests } from './last-requests.ts';
import { RequestLog } from './request-log.ts';
import { type Attempt, attemptCase } from './run-case.ts';
import type { CaseOptions } from './run-context.ts';
import type { RunCounts } from './run-counts.ts';
import type { ReachedTarget, WorldOptions } from './run-options.ts';
import { SilentKinds } from './silent-kinds.ts';
import { type Steadiness, steadyCase } from './steady-case.ts';
import type { StopSwitch } from './stop-switch.ts';
import { TargetPresence } from './target-presence.ts';
import { Turnstile } from './turnstile.ts';

/** Part of a run's limit that may go into cases that run alone and slowly. */
const quietPart = 1 / 5;

export interface CaseRunnerOptions {
  readonly target: ReachedTarget;
  readonly catalogue: readonly Rule[];
  readonly clock: RunClock;
  readonly runLimitMs: number;
  readonly comebackMs: number;
  readonly stop: StopSwitch;
  readonly counts: RunCounts;
  readonly onNote: (line: string) => void;
}

/** What a target was gone after for good, and the ids of the exchanges one of which ended it. */
interface LostTarget {
  readonly crash: Crash;
  readonly suspects: ReadonlySet<string>;
}

/** Runs single cases, and knows what their disturbances have in common. */
export class CaseRunner {
  readonly crashes: CrashLedger;
  readonly log = new RequestLog();
  readonly breaks: BreakCensus;
  readonly #options: CaseRunnerOptions;
  readonly #presence: TargetPresence;
  readonly #stalls: EventLoopStalls;
  readonly #steadiness: Steadiness;
  readonly #silent = new SilentKinds();
  readonly #movesClock: ReadonlySet<string>;
  readonly #last = new LastRequests();
  #lost: LostTarget | undefined;
  #cases = 0;

  constructor(options: CaseRunnerOptions) {
    const { target, clock, stop } = options;
    this.#options = options;
    this.crashes = target.crashes ?? new CrashLedger();
    this.breaks = new BreakCensus(allRepairs, target.record);
    this.#movesClock = new Set(options.catalogue.filter(({ needs }) => needs.includes('clock')).map(({ id }) => id));
    this.#stalls = new EventLoopStalls(clock);
    this.#presence = new TargetPresence({
      target,
      baseUrl: target.record.baseUrl,
      clock,
      comebackMs: options.comebackMs,
      over: stop.signal,
      onLost: (waitedMs) => {
        const seconds = Math.round(waitedMs / 1000);
        this.#lost = this.#blameLast(target);
        stop.stop('target-lost', `the target stopped answering and did not come back within ${seconds} s`);
      },
    });
    target.losses?.listen(() => this.#presence.look());
    this.#steadiness = {
      clock,
      pause: (delayMs, over) => pauseUnless(over, delayMs, clock),
      pace: target.pace,
      turnstile: new Turnstile(),
      presence: this.#presence,
      log: this.log,
      crashes: this.crashes,
      serves: async () => (await target.serves?.()) ?? true,
      mostQuietMs: options.runLimitMs * quietPart,
      quietMs: 0,
      proofs: { limit: 0, silence: 0, loss: 0, arrangement: 0 },
      onDisturbance: options.onNote,
    };
  }

  /** A receiver that nothing can start again is blamed by the delivery that was under way, where that is known; a gateway may be away for reasons of its network. */
  #blameLast({ record, revive }: ReachedTarget): LostTarget | undefined {
    const suspects = record.kind === 'receiver' ? this.#last.suspects() : undefined;
    if (suspects === undefined) return undefined;
    const { exchanges, kinds, among } = suspects;
    const again = `; with --restart COMMAND ${exchanges.length === 1 ? 'it' : 'each'} is sent again alone`;
    const more = revive === undefined ? again : '';
    const sentence = `The receiver stopped answering after ${exchanges.length === 1 ? kinds.join() : suspectsText(kinds, among)}, and did not come back${more}.`;
    return { crash: this.crashes.lost(sentence, exchanges[0]), suspects: new Set(exchanges.map(({ id }) => id)) };
  }

  /** The route of the attempt's request that met with silence, if no request of it was ever answered. */
  #silentKind(rule: string, seen: Attempt): string | undefined {
    const hit = hitExchange(seen);
    if (hit?.ending !== 'timeout') return undefined;
    return this.#silent.take(rule, seen.kinds.get(hit.id) ?? [], (kind) => this.log.served(kind));
  }

  /** Whether requests of a kind are answered is no question of one rule, and takes nothing of its time. */
  async #askAlone(kind: string, attempt: (own: Allowance) => Promise<Attempt>): Promise<void> {
    const { clock, stop } = this.#options;
    const own = new Allowance(aloneLimitMs, clock, stop.signal);
    const seen = await this.#steadiness.turnstile.alone(() => own.spend(() => attempt(own)));
    this.log.take(seen);
    const hit = hitExchange(seen);
    if (hit?.ending !== 'timeout' || this.log.served(kind) > 0 || !seen.kinds.get(hit.id)?.includes(kind)) return;
    this.log.prove(hit, seen.kinds);
    const { sentence } = this.crashes.silence(kind, hit);
    this.#options.onNote(
      `${sentence} It is not asked any more, and what needs it is blocked; --request-timeout waits longer`,
    );
  }

  /** Runs one case until it decides something, or its rule's allowance ends. */
  async run(
    check: AnyCheck,
    input: unknown,
    allowance: Allowance,
    { repairs = [], isPatient = false, client }: CaseOptions = {},
  ): Promise<CaseOutcome> {
    const { target, clock, counts } = this.#options;
    const runsAlone = this.#movesClock.has(check.rule);
    let honoursWaits = false;
    const attempt = async ({ over } = allowance) => {
      this.#cases += 1;
      const label = `c${this.#cases}`;
      const open = () =>
        target.openWorld(label, {
          ...orderOf(target, check.rule, input),
          ...asClient(client),
          runsAlone,
          repairs,
          isPatient,
          honoursWaits,
        });
      const means = { open, clock, over, requestMs: this.log.patienceMs };
      const once = async () => {
        const one = await attemptCase(check, input, means);
        this.#last.take(one);
        return one;
      };
      const watched = () => this.#presence.watch(once);
      const seen = await this.#stalls.watch(() => watchCalendar(clock, watched));
      counts.spending.take(seen.exchanges);
      honoursWaits ||= wasRefused(seen);
      return seen;
    };
    const silent: string[] = [];
    const outcome = await steadyCase(
      async () => {
        const seen = await attempt();
        const kind = this.#silentKind(check.rule, seen);
        if (kind !== undefined) silent.push(kind);
        return seen;
      },
      allowance,
      this.#steadiness,
    );
    for (const kind of silent) await this.#askAlone(kind, attempt);
    const lost = this.#lost;
    if (lost !== undefined && outcome.exchanges.some(({ id }) => lost.suspects.has(id))) allowance.block(lost.crash);
    counts.cases += 1;
    counts.exchanges += outcome.exchanges.length;
    counts.requests += requestsIn(outcome.exchanges);
    if (repairs.length > 0) return outcome;
    this.breaks.take(outcome.exchanges);
    for (const id of outcome.exchanges.flatMap(({ repaired }) => repaired?.repairs ?? [])) counts.repaired.add(id);
    if (outcome.end.kind === 'held') for (const step of check.walks?.(input) ?? []) counts.walked.add(step);
    return outcome;
  }
}

function suspectsText(kinds: readonly string[], among: number): string {
  return `one of ${among} deliveries that were under way, of which these were like none before: ${kinds.join('; ')}`;
}

/** Longest case that asks alone whether a kind of request is answered at all, in ms. */
const aloneLimitMs = 35_000;

/** A limit of the target's own hit a request of the case. */
function wasRefused({ disturbance }: Attempt): boolean {
  return disturbance?.of.kind === 'request' && (disturbance.of.hit === 'limit' || disturbance.of.hit === 'unavailable');
}

/** A case that is run again sends its requests to the same addresses. */
function orderOf({ record }: ReachedTarget, rule: string, input: unknown): Pick<WorldOptions, 'order'> {
  return record.addresses === undefined ? {} : { order: `${rule} ${stringify(input)}` };
}

/** Ends after the delay, or at once when `over` fires. */
function pauseUnless(over: AbortSignal, delayMs: number, clock: RunClock): Promise<void> {
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
