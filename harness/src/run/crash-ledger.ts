import type { Exchange } from '../exchange/exchange.ts';
import { isBelow } from './is-below.ts';
import { lastingCause } from './lasting-cause.ts';

/** In so many cases the target went away although they ran alone, and no request was to blame: then it goes whatever it is asked. */
const enoughUnexplained = 5;
/** A target that serves fewer requests than this before it goes away again can't be judged further. */
const leastBetween = 25;

/** What makes the target go away. */
export interface Crash {
  readonly id: string;
  readonly sentence: string;
  /** The request that shows it. */
  readonly exchange: Exchange;
  /** How often it was seen. */
  readonly times: number;
}

/** The requests of a run that make its target go away, or never get an answer, and which are not sent any more for that. */
export class CrashLedger {
  readonly #goes: string;
  readonly #found = new Map<string, Crash>();
  readonly #byKind = new Map<string, Crash>();
  readonly #silences: Crash[] = [];
  readonly #withheld = new Set<string>();
  /** The kinds to blame below each more general one that no request was served of. */
  readonly #below = new Map<string, Set<string>>();
  #unexplained = 0;
  #unattributed: Crash | undefined;
  #isBlocking = false;

  /** `goes`: what is tested, and what it does, as sentences say it. */
  constructor(goes = 'The target goes away') {
    this.#goes = goes;
  }

  /**
   * After this request the target was gone, and again when its case was repeated alone. No further one of its kind is sent, as long as none was ever
   * served; nor of a more general kind of which several kinds are to blame.
   *
   * @param kinds the kinds of the request, the most general first; at least one
   */
  blame(kinds: readonly string[], exchange: Exchange, served: (kind: string) => number): Crash {
    const unserved = kinds.filter((kind) => served(kind) === 0);
    const special = unserved.at(-1);
    if (special === undefined) {
      const kind = kinds.at(-1) ?? '';
      return this.#see(kind, `one request, although others like it are served: ${kind}`, exchange);
    }
    const general = unserved.find((kind) => this.#addBelow(kind, special) > 1) ?? special;
    this.#withheld.add(general);
    return this.#see(general, general, exchange);
  }

  /** Every request of the kind was met with silence, that of a case which ran alone too. No further one is sent. */
  silence(kind: string, exchange: Exchange): Crash {
    const silence = { ...lastingCause({ kind, trouble: 'timeout' }), exchange, times: 1 };
    this.#silences.push(silence);
    this.#withheld.add(kind);
    this.#byKind.set(kind, silence);
    return silence;
  }

  /** After this request the target was gone for good: whether it is gone again after another of its kind, nobody can see. */
  lost(sentence: string, exchange: Exchange): Crash {
    const crash = { id: `crash-${this.#found.size + 1}`, sentence, exchange, times: 1 };
    this.#found.set(crash.id, crash);
    return crash;
  }

  /** The kinds that get no answer. */
  silences(): readonly Crash[] {
    return this.#silences;
  }

  #addBelow(kind: string, special: string): number {
    const below = this.#below.get(kind) ?? new Set();
    this.#below.set(kind, below.add(special));
    return below.size;
  }

  /** The crash of a general kind is that of the first kind below it. */
  #see(kind: string, what: string, exchange: Exchange): Crash {
    const known = [...this.#byKind].filter(([one, { id }]) => isBelow(one, kind) && this.#found.has(id));
    const below = [kind, ...(this.#below.get(kind) ?? []), ...known.map(([one]) => one)];
    const before = below.map((one) => this.#byKind.get(one)).find((one) => one !== undefined);
    const crash = {
      id: before?.id ?? `crash-${this.#found.size + 1}`,
      sentence: `${this.#goes} after ${what}.`,
      exchange: before?.exchange ?? exchange,
      times: (before?.times ?? 0) + 1,
    };
    this.#found.set(crash.id, crash);
    for (const one of below) this.#byKind.set(one, crash);
    return crash;
  }

  /** A case that ran alone found the target gone, and no request was to blame. Counts are those of the run so far. */
  unexplained(exchange: Exchange, counts: { readonly absences: number; readonly requests: number }): void {
    this.#unexplained += 1;
    if (this.#unexplained < enoughUnexplained) return;
    this.#isBlocking = counts.requests < counts.absences * leastBetween;
    this.#unattributed = {
      id: 'crash-0',
      sentence: `${this.#goes} again and again, whatever it is asked.`,
      exchange: this.#unattributed?.exchange ?? exchange,
      times: counts.absences,
    };
  }

  /** Why a request of these kinds is not sent any more; undefined: it is. */
  withheld(kinds: readonly string[]): Crash | undefined {
    const kind = [...this.#withheld].find((one) => kinds.some((own) => own === one || isBelow(own, one)));
    return kind === undefined ? undefined : this.#byKind.get(kind);
  }

  /** The crash that stands for all that no request is to blame for; undefined: there is none. */
  get unattributed(): Crash | undefined {
    return this.#unattributed;
  }

  /** The same, where it keeps everything from being judged. */
  get blocking(): Crash | undefined {
    return this.#isBlocking ? this.#unattributed : undefined;
  }

  /** All of them, in the order in which they were found. */
  all(): readonly Crash[] {
    return [...(this.#unattributed === undefined ? [] : [this.#unattributed]), ...this.#found.values()];
  }
}
