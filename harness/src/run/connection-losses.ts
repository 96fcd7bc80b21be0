/** Reports each connection to the target that is lost, at once, to what watches the target. */
export class ConnectionLosses {
  #listener: () => void = () => undefined;

  /** Replaces the listener before. */
  listen(listener: () => void): void {
    this.#listener = listener;
  }

  report(): void {
    this.#listener();
  }
}
