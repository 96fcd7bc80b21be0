import type { Exchange } from '../exchange/exchange.ts';
import { likelyRouteOf, type RouteName } from '../exchange/route-of.ts';
import { disturbanceOf } from '../expect/disturbance-of.ts';
import { isAccepted } from '../feature/answers.ts';
import { isBelow } from './is-below.ts';
import type { Attempt } from './run-case.ts';
import type { RequestKinds } from './run-options.ts';

/** So many requests of a kind must have met with the same trouble, and with nothing else. */
const enough = 6;

/** A case is given so many times what a request usually takes, for each of its requests. */
const usualTimes = 3;
/** The times of so many latest requests say what is usual. */
const remembered = 64;

interface KindLog {
  served: number;
  /** How often requests of the kind met with each trouble. */
  readonly troubles: Map<string, number>;
  /** Troubles that a case which ran alone has met with until they counted. */
  readonly proved: Set<string>;
}

/** What all requests of a kind have met with: the status of an answer, or how the exchange ended. */
export interface LastingTrouble {
  readonly kind: string;
  readonly trouble: string;
}

/** How the requests of a run fared, by their kind. */
export class RequestLog {
  readonly #kinds = new Map<string, KindLog>();
  /** The kinds of requests that met with trouble, by the id of their exchange. */
  readonly #troubled = new Map<string, readonly string[]>();
  readonly #accepted = new Set<RouteName>();
  readonly #durationsMs: number[] = [];
  #requests = 0;

  /** Requests of all kinds so far. */
  get requests(): number {
    return this.#requests;
  }

  /** What a case may be given for each of its requests on this target, in ms: three times what requests have usually taken of late. */
  get patienceMs(): number {
    const sorted = [...this.#durationsMs].sort((one, other) => one - other);
    return usualTimes * (sorted[Math.floor(sorted.length / 2)] ?? 0);
  }

  /** Takes all requests of an attempt. */
  take({ exchanges, kinds }: Pick<Attempt, 'exchanges' | 'kinds'>): void {
    for (const exchange of exchanges) {
      if (exchange.side !== 'request' && exchange.side !== 'driver') continue;
      if (exchange.side === 'request') this.#requests += 1;
      // Without a connection nothing was asked, and what the harness closed itself shows nothing.
      if (exchange.ending === 'refused' || exchange.ending === 'closed') continue;
      const route = isAccepted(exchange) ? likelyRouteOf(exchange) : undefined;
      if (route !== undefined) this.#accepted.add(route);
      const trouble = troubleOf(exchange);
      const own = kinds.get(exchange.id) ?? [];
      if (trouble !== undefined) this.#troubled.set(exchange.id, own);
      else if (exchange.side === 'request') this.#remember(exchange);
      for (const kind of own) {
        const log = this.#logOf(kind);
        if (trouble === undefined) log.served += 1;
        else log.troubles.set(trouble, (log.troubles.get(trouble) ?? 0) + 1);
      }
    }
  }

  /** How many requests of a kind got an answer that asks for no other. */
  served(kind: string): number {
    return this.#kinds.get(kind)?.served ?? 0;
  }

  /** True when any request of the route was answered with success. */
  hasAccepted(route: RouteName): boolean {
    return this.#accepted.has(route);
  }

  /** A case that ran alone has proved what became of this request of it to be the target's own doing. */
  prove(exchange: Exchange | undefined, kinds: RequestKinds): void {
    const trouble = exchange === undefined ? undefined : troubleOf(exchange);
    if (exchange === undefined || trouble === undefined) return;
    for (const kind of kinds.get(exchange.id) ?? []) this.#logOf(kind).proved.add(trouble);
  }

  /** True when all requests of one of its kinds have always met with what this one has met with. */
  isLasting(exchange: Exchange | undefined, kinds: RequestKinds): boolean {
    const trouble = exchange === undefined ? undefined : troubleOf(exchange);
    if (exchange === undefined || trouble === undefined) return false;
    return (kinds.get(exchange.id) ?? []).some((kind) => lastingOf(this.#logOf(kind)) === trouble);
  }

  /** The kinds whose requests have always met with the same, none of them below another. */
  lasting(): readonly LastingTrouble[] {
    const all = [...this.#kinds].flatMap(([kind, log]) => {
      const trouble = lastingOf(log);
      return trouble === undefined ? [] : [{ kind, trouble }];
    });
    return all.filter(({ kind }) => !all.some((other) => isBelow(kind, other.kind)));
  }

  /** The kinds of a request that met with trouble; none for any other. */
  kindsOf(exchangeId: string): readonly string[] {
    return this.#troubled.get(exchangeId) ?? [];
  }

  #remember({ request, endedAtMs }: Exchange): void {
    this.#durationsMs.push(endedAtMs - request.atMs);
    if (this.#durationsMs.length > remembered) this.#durationsMs.shift();
  }

  #logOf(kind: string): KindLog {
    let log = this.#kinds.get(kind);
    if (log === undefined) {
      log = { served: 0, troubles: new Map(), proved: new Set() };
      this.#kinds.set(kind, log);
    }
    return log;
  }
}

function lastingOf({ served, troubles, proved }: KindLog): string | undefined {
  const [trouble, count] = [...troubles][0] ?? ['', 0];
  const isOnly = served === 0 && troubles.size === 1 && count >= enough;
  return isOnly && proved.has(trouble) ? trouble : undefined;
}

function troubleOf(exchange: Exchange): string | undefined {
  const found = disturbanceOf(exchange);
  return found === undefined ? undefined : String(found.status ?? exchange.ending);
}
