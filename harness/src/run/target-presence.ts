import { Disturbed } from '../check/setup-failed.ts';
import type { RunClock } from '../clock/run-clock.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { isToTarget } from '../exchange/route-of.ts';
import type { Attempt } from './run-case.ts';
import type { ReachedTarget } from './run-options.ts';
import { unlessOver } from './unless-over.ts';

/** The end of a process is seen a little later than the connections that it takes along, in ms. */
const settleMs = 30;
const lookAgainMs = 200;
/** A target is given so many times what it has needed to come back before. */
const patience = 3;

const whyAway = 'the target was away while the case went on';

export interface PresenceOptions {
  readonly target: Pick<ReachedTarget, 'alive' | 'deaths' | 'startUpMs' | 'revive' | 'mayRefuseByClosing'>;
  /** The target's own address: a link that leads elsewhere and is refused there says nothing of the target. */
  readonly baseUrl: string;
  readonly clock: Pick<RunClock, 'nowMs' | 'pause'>;
  /** Longest wait for a target that is away, in ms, until it has shown that it needs more. */
  readonly comebackMs: number;
  /** Ends every wait. */
  readonly over: AbortSignal;
  /** Called when the target did not come back in time. */
  readonly onLost: (waitedMs: number) => void;
}

/** When the target was there. One that was away may have forgotten all that it was sent before. */
export class TargetPresence {
  readonly #options: PresenceOptions;
  #lastAwayMs = Number.NEGATIVE_INFINITY;
  #absences = 0;
  #isAway = false;
  #isLooking = false;
  #knownDeaths = 0;
  #longestMs = 0;
  #returning: Promise<boolean> | undefined;

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  /** How often the target went away so far. */
  get absences(): number {
    return this.#absences;
  }

  /** Longest wait for a target that is away, in ms: as configured, or longer where it was seen to need longer. */
  get comebackMs(): number {
    const { comebackMs, target } = this.#options;
    return Math.max(comebackMs, patience * Math.max(this.#longestMs, target.startUpMs?.() ?? 0));
  }

  /**
   * Runs an attempt while the target is there. One that did not hold is disturbed if the target was away since it began, whichever case found that; a
   * lost answer or a lost testbed gives cause to look.
   */
  async watch(run: () => Promise<Attempt>): Promise<Attempt> {
    const { clock, target, baseUrl } = this.#options;
    this.#countDeaths();
    if (this.#isAway) await this.back();
    const beganMs = clock.nowMs();
    const attempt = await run();
    if (attempt.exchanges.some((exchange) => isRefusedAt(baseUrl, exchange))) this.#seenAway();
    const isSuspect = target.mayRefuseByClosing === true && attempt.exchanges.some(isLost);
    if (attempt.thrown === undefined && !isSuspect) return attempt;
    if (target.deaths !== undefined) await clock.pause(settleMs);
    this.#countDeaths();
    if (this.#isAway || isSuspect || mayBeAbsence(attempt)) await this.back();
    return this.#lastAwayMs > beganMs ? awayDuring(attempt) : attempt;
  }

  /** Waits until the target answers; false when it does not in time, or the run is over. */
  back(): Promise<boolean> {
    this.#returning ??= unlessOver(this.#awaitTarget(), this.#options.over)
      .catch(() => false)
      .finally(() => {
        this.#returning = undefined;
      });
    return this.#returning;
  }

  /** Looks at once whether the target is there: one that exits may be back before the case that was cut has ended. */
  look(): void {
    const { target } = this.#options;
    if (this.#isLooking || target.deaths !== undefined) return;
    this.#isLooking = true;
    const looked = (isThere: boolean) => {
      this.#isLooking = false;
      if (!isThere) this.#seenAway();
    };
    target.alive(this.comebackMs).then(looked, () => looked(true));
  }

  /** Sends one request more, whatever it is answered. */
  async probe(): Promise<void> {
    const { target, over } = this.#options;
    await unlessOver(target.alive(this.comebackMs), over).catch(() => false);
  }

  async #awaitTarget(): Promise<boolean> {
    const { target, clock, over } = this.#options;
    const beganMs = clock.nowMs();
    let isRevived = false;
    // One that is there but late is given all the time: it may be slow with everything.
    while (!(await target.alive(this.comebackMs))) {
      this.#seenAway();
      if (over.aborted) return false;
      if (target.revive !== undefined && !isRevived) {
        isRevived = true;
        await target.revive().catch(() => undefined);
        continue;
      }
      if (clock.nowMs() - beganMs > this.comebackMs) {
        this.#options.onLost(this.comebackMs);
        return false;
      }
      await clock.pause(lookAgainMs);
    }
    if (this.#isAway) this.#longestMs = Math.max(this.#longestMs, clock.nowMs() - beganMs);
    this.#isAway = false;
    return true;
  }

  #seenAway(): void {
    this.#countDeaths();
    if (!this.#isAway && this.#options.target.deaths === undefined) this.#absences += 1;
    this.#isAway = true;
    this.#lastAwayMs = this.#options.clock.nowMs();
  }

  /** Where the harness started the target, it counts each end. */
  #countDeaths(): void {
    const deaths = this.#options.target.deaths?.() ?? 0;
    if (deaths === this.#knownDeaths) return;
    this.#absences += deaths - this.#knownDeaths;
    this.#knownDeaths = deaths;
    this.#isAway = true;
    this.#lastAwayMs = this.#options.clock.nowMs();
  }
}

/** An answer shows that the target is there, and so does a case that nothing from outside has hit. */
function mayBeAbsence({ disturbance }: Attempt): boolean {
  if (disturbance === undefined) return false;
  const { of } = disturbance;
  return of.kind === 'arrangement' || (of.kind === 'request' && (of.hit === 'loss' || of.hit === 'silence'));
}

function awayDuring(attempt: Attempt): Attempt {
  const otherwise = attempt.disturbance?.error.otherwise ?? attempt.thrown ?? new Error(whyAway);
  const error = new Disturbed(whyAway, { exchange: '', otherwise });
  return { ...attempt, end: { kind: 'disturbed', why: whyAway }, disturbance: { error, of: { kind: 'target-away' } } };
}

function isLost({ side, ending }: Exchange): boolean {
  return side === 'request' && ending === 'cut';
}

function isRefusedAt(baseUrl: string, exchange: Exchange): boolean {
  return exchange.ending === 'refused' && isToTarget(exchange, baseUrl);
}
