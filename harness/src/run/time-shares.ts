/** A rule may take a larger part than its fair one of what is left to its area, up to this. */
const largestPart = 1 / 4;
/** Nor more than this part of the whole limit, unless its fair share is more. */
const largestPartOfLimit = 1 / 15;

/** And at least this part of what would be an equal share, even if its area has nothing left. */
const leastPart = 1 / 4;

/** How much time there is to share. */
export interface SharedTime {
  /** In ms. */
  readonly limitMs: number;
  /** Rules that are decided side by side. */
  readonly lanes: number;
  /** How many rules of each area are to be decided. */
  readonly areas: ReadonlyMap<string, number>;
}

interface AreaShare {
  leftMs: number;
  rules: number;
}

/**
 * Divides the time of a run among its rules: each area has a part by its number of rules, so that a slow area costs only its own, and each rule a
 * part of what is left to its area. What a rule does not use goes back to its area.
 */
export class TimeShares {
  readonly #areas = new Map<string, AreaShare>();
  readonly #mostMs: number;
  readonly #leastMs: number;

  constructor({ limitMs, lanes, areas }: SharedTime) {
    const all = [...areas.values()].reduce((sum, rules) => sum + rules, 0);
    this.#mostMs = limitMs * largestPartOfLimit;
    this.#leastMs = ((limitMs * lanes) / Math.max(1, all)) * leastPart;
    for (const [area, rules] of areas) this.#areas.set(area, { leftMs: (limitMs * lanes * rules) / all, rules });
  }

  /**
   * The time that the next rule of an area may take, in ms, if so many of its cases run side by side, each of which takes time of its own; `plannedMs` at
   * least, where all that is planned fits into the run. What is not used of it must be given back.
   */
  take(area: string, sideBySide = 1, plannedMs = 0): number {
    const share = this.#areas.get(area);
    if (share === undefined) return Math.max(plannedMs, this.#mostMs);
    const fairMs = share.leftMs / Math.max(1, share.rules);
    const ms = Math.max(
      plannedMs,
      fairMs,
      this.#leastMs,
      Math.min(share.leftMs * largestPart, this.#mostMs * sideBySide),
    );
    share.rules -= 1;
    share.leftMs -= ms;
    return ms;
  }

  giveBack(area: string, ms: number): void {
    const share = this.#areas.get(area);
    if (share !== undefined) share.leftMs += ms;
  }
}
