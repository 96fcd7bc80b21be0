/** The rate of a run is that of so many rules: those that need no request are decided at once, and say nothing of the others. */
const window = 40;
const fewest = 5;

/** Estimates how long a run takes yet, from when its latest rules were decided. */
export class TimeLeft {
  readonly #decidedAtMs: number[] = [];

  decided(atMs: number): void {
    this.#decidedAtMs.push(atMs);
    if (this.#decidedAtMs.length > window) this.#decidedAtMs.shift();
  }

  /** In ms; undefined while too little is known. */
  estimate(remaining: number, nowMs: number): number | undefined {
    const [first] = this.#decidedAtMs;
    if (first === undefined || this.#decidedAtMs.length < fewest || remaining === 0) return undefined;
    return (remaining * (nowMs - first)) / this.#decidedAtMs.length;
  }
}
