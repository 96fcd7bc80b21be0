/** So many requests of a route must have met with silence, in cases of so many rules, before one is asked alone. */
const enough = 6;
const enoughRules = 3;

/** Begins what the kind of a request says of the faults of its endpoint. */
export const faultMark = ', to an endpoint with the fault';

interface SeenSilence {
  times: number;
  readonly rules: Set<string>;
  /** What these requests were: streams alone, or others too. */
  readonly forms: Set<string>;
}

/**
 * The routes whose requests met with nothing but silence. Each costs its case the whole limit of a request, which is more than the time of most rules. What hangs only for some
 * requests, or before an endpoint that fails, is for the rules about those to find.
 */
export class SilentKinds {
  readonly #seen = new Map<string, SeenSilence>();
  readonly #suspected = new Set<string>();

  /**
   * Takes a request of these kinds, that of its route first, that got no whole answer in time. Returns the kind that is to be asked alone now, where none of its route was ever
   * served: that of the route, or of streams where nothing else was asked. Each is returned once.
   */
  take(rule: string, kinds: readonly string[], served: (kind: string) => number): string | undefined {
    const [route, form = route] = kinds;
    if (route === undefined || kinds.some((kind) => kind.includes(faultMark))) return undefined;
    const { times, rules, forms } = this.#seen.get(route) ?? { times: 0, rules: new Set(), forms: new Set() };
    this.#seen.set(route, { times: times + 1, rules: rules.add(rule), forms: forms.add(form ?? route) });
    const kind = forms.size === 1 ? (form ?? route) : route;
    if (served(route) > 0 || times + 1 < enough || rules.size < enoughRules || this.#suspected.has(kind))
      return undefined;
    this.#suspected.add(kind);
    return kind;
  }
}
