import { unlessInterrupted } from './interrupted.ts';

/** Gathers what is to be closed, so that what was opened half-way is closed too. */
export class Closers {
  readonly #closers: (() => unknown)[] = [];
  #isClosed = false;

  /** Closes it with the rest, or at once when the rest is closed already. */
  add(close: () => unknown): void {
    if (this.#isClosed) void quietly(close);
    else this.#closers.push(close);
  }

  /** Closes everything, side by side and once. Never throws. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#closers.splice(0).map(quietly));
  }
}

/** Opens something; closes what `open` has added if it does not succeed, or if the signal fires first. Throws what `open` throws, or `Interrupted`. */
export async function closingOnFailure<T>(
  open: (closers: Closers) => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  const closers = new Closers();
  try {
    return await unlessInterrupted(open(closers), signal);
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function quietly(close: () => unknown): Promise<void> {
  try {
    await close();
  } catch {
    // What can't be closed is gone already.
  }
}
