/** Tells those who wait that something of an account has changed: they look again. */
export class Changes {
  readonly #listeners = new Set<() => void>();

  notify(): void {
    if (this.#listeners.size === 0) return;
    for (const listener of [...this.#listeners]) listener();
  }

  /** Calls back at each change from now on; the returned function ends that. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
