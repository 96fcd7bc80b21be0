/** So many requests of a kind must have met with silence, in cases of so many rules, before one is asked alone. */
const enough = 6;
const enoughRules = 3;

interface SeenSilence {
  times: number;
  readonly rules: Set<string>;
}

/** The kinds of requests that met with nothing but silence. Each costs its case the whole limit of a request, which is more than the time of most rules. */
export class SilentKinds {
  readonly #seen = new Map<string, SeenSilence>();
  readonly #suspected = new Set<string>();

  /**
   * Takes a request of these kinds, the most general first, that got no whole answer in time. Returns the kind that is to be asked alone now: none of it was ever served. A kind
   * is returned once.
   */
  take(rule: string, kinds: readonly string[], served: (kind: string) => number): string | undefined {
    for (const kind of kinds) {
      const { times, rules } = this.#seen.get(kind) ?? { times: 0, rules: new Set<string>() };
      this.#seen.set(kind, { times: times + 1, rules: rules.add(rule) });
    }
    const suspect = kinds.find((kind) => served(kind) === 0 && this.#isSuspect(kind));
    if (suspect !== undefined) this.#suspected.add(suspect);
    return suspect;
  }

  #isSuspect(kind: string): boolean {
    const seen = this.#seen.get(kind);
    return seen !== undefined && seen.times >= enough && seen.rules.size >= enoughRules && !this.#suspected.has(kind);
  }
}
