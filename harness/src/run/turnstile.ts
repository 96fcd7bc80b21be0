/** Lets many pieces of work go on side by side, or one alone. */
export class Turnstile {
  #inside = 0;
  #isClosed = false;
  #changed = new Set<() => void>();

  /** Does `work` beside others of its kind; waits while something goes on alone. */
  async share<T>(work: () => Promise<T>): Promise<T> {
    while (this.#isClosed) await this.#change();
    this.#inside += 1;
    try {
      return await work();
    } finally {
      this.#inside -= 1;
      this.#tell();
    }
  }

  /** Does `work` once everything else inside has ended, with nothing beside it. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    while (this.#isClosed) await this.#change();
    this.#isClosed = true;
    try {
      while (this.#inside > 0) await this.#change();
      return await work();
    } finally {
      this.#isClosed = false;
      this.#tell();
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#changed.add(resolve));
  }

  #tell(): void {
    const told = this.#changed;
    this.#changed = new Set();
    for (const resolve of told) resolve();
  }
}
