/** Lets many in side by side, or one alone. Work that wants to be alone is not overtaken by work that comes later. */
export class Turnstile {
  #inside = 0;
  #alone = false;
  readonly #waiting: { readonly alone: boolean; readonly enter: () => void }[] = [];

  /** Runs `work` beside others. */
  async beside<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter(false);
    return this.#run(work, false);
  }

  /** Runs `work` while no other work is inside. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter(true);
    return this.#run(work, true);
  }

  async #run<T>(work: () => Promise<T>, alone: boolean): Promise<T> {
    try {
      return await work();
    } finally {
      if (alone) this.#alone = false;
      else this.#inside -= 1;
      this.#admit();
    }
  }

  #enter(alone: boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ alone, enter: resolve });
      this.#admit();
    });
  }

  #admit(): void {
    for (let next = this.#waiting[0]; next !== undefined && !this.#alone; next = this.#waiting[0]) {
      if (next.alone && this.#inside > 0) return;
      this.#waiting.shift();
      if (next.alone) this.#alone = true;
      else this.#inside += 1;
      next.enter();
    }
  }
}
