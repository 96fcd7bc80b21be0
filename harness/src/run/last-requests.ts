import type { Exchange } from '../exchange/exchange.ts';
import type { Attempt } from './run-case.ts';

/** Requests that were cut within so long of the last one were under way when the target went, in ms. */
const togetherMs = 500;
const mostKept = 200;

/** The requests one of which the target was gone after for good. */
export interface Suspects {
  /** At least one. */
  readonly exchanges: readonly [Exchange, ...Exchange[]];
  /** What they were, each kind once. */
  readonly kinds: readonly string[];
  /** How many were under way at that moment. */
  readonly among: number;
}

/** The requests whose connections were lost last: one of them was under way when the target went and did not come back. */
export class LastRequests {
  readonly #cut: { readonly exchange: Exchange; readonly kind: string }[] = [];

  /** Of an attempt those whose kinds are known: what else was asked, as of an observer, is no request to the target. */
  take({ exchanges, kinds }: Pick<Attempt, 'exchanges' | 'kinds'>): void {
    for (const exchange of exchanges) {
      const kind = kinds.get(exchange.id)?.at(-1);
      if (exchange.ending === 'cut' && kind !== undefined) this.#cut.push({ exchange, kind });
    }
    this.#cut.splice(0, this.#cut.length - mostKept);
  }

  /** Those that may be to blame: the only one, or those of kinds that were never served. Undefined where there are none. */
  suspects(served: (kind: string) => number): Suspects | undefined {
    const lastMs = Math.max(...this.#cut.map(({ exchange }) => exchange.endedAtMs));
    const together = this.#cut.filter(({ exchange }) => exchange.endedAtMs > lastMs - togetherMs);
    const suspects = together.length === 1 ? together : together.filter(({ kind }) => served(kind) === 0);
    const [first, ...others] = suspects.map(({ exchange }) => exchange);
    if (first === undefined) return undefined;
    const kinds = [...new Set(suspects.map(({ kind }) => kind))];
    return { exchanges: [first, ...others], kinds, among: together.length };
  }
}
