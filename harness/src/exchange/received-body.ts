import type { Arrival } from './exchange.ts';

/** What is kept of a body that is too large: its beginning is evidence enough, and a run may meet with many of them. */
const keptOfTooLargeBytes = 64 * 1024;

/** The pieces of one body with their times, up to a limit. */
export class ReceivedBody {
  readonly arrivals: Arrival[] = [];
  readonly #limitBytes: number;
  readonly #pieces: Uint8Array[] = [];
  #length = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  get length(): number {
    return this.#length;
  }

  /** Keeps a piece, or the part of it that is within the limit, which it returns. */
  take(piece: Uint8Array, atMs: number): Uint8Array {
    const kept = piece.subarray(0, this.#limitBytes - this.#length);
    this.#length += kept.length;
    if (kept.length > 0) {
      this.#pieces.push(kept);
      this.arrivals.push({ atMs, length: kept.length });
    }
    return kept;
  }

  /** All that was kept. */
  bytes(): Uint8Array {
    const [only] = this.#pieces;
    return this.#pieces.length === 1 && only !== undefined ? only : Buffer.concat(this.#pieces);
  }

  /** Lets go of all but the beginning. */
  keepBeginning(): void {
    let leftBytes = keptOfTooLargeBytes;
    const count = this.arrivals.findIndex(({ length }) => {
      leftBytes -= length;
      return leftBytes <= 0;
    });
    if (count < 0) return;
    const last = this.#pieces[count];
    const arrival = this.arrivals[count];
    this.#pieces.length = count;
    this.arrivals.length = count;
    if (last === undefined || arrival === undefined) return;
    // A copy, since a view would keep all that it is cut from.
    const piece = Uint8Array.from(last.subarray(0, last.length + leftBytes));
    this.#pieces.push(piece);
    this.arrivals.push({ ...arrival, length: piece.length });
  }
}
