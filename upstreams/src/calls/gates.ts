/** Gates by name. A released gate stays open, also for those who come later, until `closeAll`. */
export class Gates {
  readonly #onWait: () => void;
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #open = new Set<string>();
  #allOpen = false;

  /** `onWait` is called whenever someone has begun to wait. */
  constructor(onWait: () => void = () => {}) {
    this.#onWait = onWait;
  }

  /** How many wait at the gate. */
  waitingAt(gate: string): number {
    return this.#waiting.get(gate)?.size ?? 0;
  }

  /** The gates at which someone waits, with how many, and those that were released by name. */
  states(): readonly { readonly gate: string; readonly waiting: number; readonly isOpen: boolean }[] {
    const names = [...this.#waiting.keys()].filter((gate) => this.waitingAt(gate) > 0);
    return [...new Set([...names, ...this.#open])].map((gate) => ({
      gate,
      waiting: this.waitingAt(gate),
      isOpen: this.#allOpen || this.#open.has(gate),
    }));
  }

  /** Resolves once the gate is open, or the signal fires. */
  pass(gate: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const giveUp = this.onOpen(gate, resolve);
      signal.addEventListener(
        'abort',
        () => {
          giveUp();
          resolve();
        },
        { once: true },
      );
    });
  }

  /** Calls `pass` once the gate is open, at once if it is. The returned function gives up waiting. */
  onOpen(gate: string, pass: () => void): () => void {
    if (this.#allOpen || this.#open.has(gate)) {
      pass();
      return () => {};
    }
    const waiting = this.#waiting.get(gate) ?? new Set();
    this.#waiting.set(gate, waiting.add(pass));
    this.#onWait();
    return () => waiting.delete(pass);
  }

  /** Opens the gate; without a name, every gate. */
  release(gate?: string): void {
    if (gate === undefined) this.#allOpen = true;
    else this.#open.add(gate);
    for (const [name, waiting] of this.#waiting) {
      if (gate !== undefined && name !== gate) continue;
      this.#waiting.delete(name);
      for (const pass of waiting) pass();
    }
  }

  /** Closes every gate to those who come from now on. Who waits goes on waiting. */
  closeAll(): void {
    this.#open.clear();
    this.#allOpen = false;
  }
}
