/** After so many waits in turn that brought nothing, what is turned away is turned away for good. */
const mostInVain = 3;

/** Whether it helps to wait before what was turned away is delivered again; one run learns it. */
export class RetryPatience {
  #inVain = 0;

  helps(): boolean {
    return this.#inVain < mostInVain;
  }

  /** What had been turned away was taken in the end, or not. */
  ended(isTaken: boolean): void {
    this.#inVain = isTaken ? 0 : this.#inVain + 1;
  }
}
