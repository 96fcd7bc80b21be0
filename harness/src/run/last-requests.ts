import type { Exchange } from '../exchange/exchange.ts';
import type { Attempt } from './run-case.ts';

/** What went on within so long of the last lost connection may have ended the target, in ms: one that answers may end a moment later. */
const togetherMs = 500;
const mostKept = 500;

interface KnownRequest {
  readonly exchange: Exchange;
  readonly kind: string;
}

/** The requests one of which the target was gone after for good. */
export interface Suspects {
  /** At least one. */
  readonly exchanges: readonly [Exchange, ...Exchange[]];
  /** What they were, each kind once. */
  readonly kinds: readonly string[];
  /** How many were under way, or had just been answered, at that moment. */
  readonly among: number;
}

/** The latest requests to a target: one of them may be what it was gone after, and did not come back. */
export class LastRequests {
  readonly #latest: KnownRequest[] = [];
  /** When a request of each kind was answered for the first time, in ms. */
  readonly #firstAnsweredMs = new Map<string, number>();
  /** When the latest of all that were answered was sent, in ms. */
  #answeredSinceMs = Number.NEGATIVE_INFINITY;

  /** Of an attempt those whose kinds are known: what else was asked, as of an observer, is no request to the target. */
  take({ exchanges, kinds }: Pick<Attempt, 'exchanges' | 'kinds'>): void {
    for (const exchange of exchanges) {
      const kind = kinds.get(exchange.id)?.at(-1);
      const isAnswered = exchange.response !== undefined && exchange.ending !== 'cut';
      if (kind === undefined || !(isAnswered || exchange.ending === 'cut')) continue;
      this.#latest.push({ exchange, kind });
      if (isAnswered) this.#answered(kind, exchange);
    }
    this.#latest.splice(0, this.#latest.length - mostKept);
  }

  #answered(kind: string, { request, endedAtMs }: Exchange): void {
    const beforeMs = this.#firstAnsweredMs.get(kind) ?? Number.POSITIVE_INFINITY;
    this.#firstAnsweredMs.set(kind, Math.min(beforeMs, endedAtMs));
    this.#answeredSinceMs = Math.max(this.#answeredSinceMs, request.atMs);
  }

  /** True where the target has answered a request of the kind, and then one more that was sent later. */
  #wasSurvived(kind: string): boolean {
    return (this.#firstAnsweredMs.get(kind) ?? Number.POSITIVE_INFINITY) <= this.#answeredSinceMs;
  }

  /** Those that may be to blame: the only one that was lost, or those of kinds that the target has not survived yet. Undefined where there are none. */
  suspects(): Suspects | undefined {
    const cut = this.#latest.filter(({ exchange }) => exchange.ending === 'cut');
    const lastMs = Math.max(...(cut.length > 0 ? cut : this.#latest).map(({ exchange }) => exchange.endedAtMs));
    const sinceMs = lastMs - togetherMs;
    const together = this.#latest.filter(({ exchange }) => exchange.endedAtMs > sinceMs);
    const unlike = together.filter(({ kind }) => !this.#wasSurvived(kind));
    const isOnly = together.length === 1 && cut.length > 0;
    const suspects = isOnly ? together : unlike;
    const [first, ...others] = suspects.map(({ exchange }) => exchange);
    if (first === undefined) return undefined;
    const kinds = [...new Set(suspects.map(({ kind }) => kind))];
    return { exchanges: [first, ...others], kinds, among: together.length };
  }
}
