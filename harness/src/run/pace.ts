import type { RunClock } from '../clock/run-clock.ts';

/** Shortest and longest time between two requests once a target has asked to be met more slowly, in ms. */
const shortestGapMs = 20;
const longestGapMs = 400;
/** Gap while a case runs alone. */
const quietGapMs = 250;
/** What a case that went undisturbed takes off the gap: a target that refuses at random, however slowly it is met, is met fast again. */
const recovery = 0.9;
/** A shorter gap is none. */
const leastGapMs = 5;

/** How fast a run meets its target: as fast as it can, until the target asks for less. */
export class Pace {
  readonly #clock: Pick<RunClock, 'nowMs'>;
  #gapMs = 0;
  #nextAtMs = 0;
  #isQuiet = false;

  constructor(clock: Pick<RunClock, 'nowMs'>) {
    this.#clock = clock;
  }

  /** Time between two requests at present, in ms; 0: no limit. */
  get gapMs(): number {
    return this.#isQuiet ? Math.max(this.#gapMs, quietGapMs) : this.#gapMs;
  }

  /** As wide as the gap is without regard to a case that runs alone, in ms. */
  get steadyGapMs(): number {
    return this.#gapMs;
  }

  /** Takes the next turn: how long the request must wait for it, in ms. */
  takeTurn(): number {
    const { gapMs } = this;
    if (gapMs === 0) return 0;
    const nowMs = this.#clock.nowMs();
    const atMs = Math.max(nowMs, this.#nextAtMs);
    this.#nextAtMs = atMs + gapMs;
    return atMs - nowMs;
  }

  /** The target refused a request because there were too many. */
  slower(): void {
    this.#gapMs = Math.min(longestGapMs, Math.max(shortestGapMs, this.#gapMs * 1.5));
  }

  /** What was refused was not refused for its pace: the gap is no wider than it was before. */
  backTo(gapMs: number): void {
    this.#gapMs = Math.min(this.#gapMs, gapMs);
  }

  /** A case went undisturbed. */
  faster(): void {
    this.#gapMs = this.#gapMs < leastGapMs ? 0 : this.#gapMs * recovery;
  }

  /** Requests keep far apart while this is set. */
  set quiet(isQuiet: boolean) {
    this.#isQuiet = isQuiet;
  }
}
