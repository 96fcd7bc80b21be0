/** Calls back those who wait for a change of an account: they look again. */
export class Changes {
  readonly #listeners = new Set<() => void>();
  #count = 0;

  /** How many changes there were. */
  get count(): number {
    return this.#count;
  }

  notify(): void {
    this.#count += 1;
    if (this.#listeners.size === 0) return;
    for (const listener of [...this.#listeners]) listener();
  }

  /** Calls back at each change from now on; the returned function ends that. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
