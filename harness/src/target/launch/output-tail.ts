const keptCharacters = 64 * 1024;
const shownLines = 20;

/** What a started gateway printed, as far as it is kept: the end of it. */
export class OutputTail {
  #text = '';
  readonly #listeners = new Set<() => void>();

  add(piece: Buffer | string): void {
    this.#text = (this.#text + piece.toString()).slice(-keptCharacters);
    for (const look of [...this.#listeners]) look();
  }

  /** True once what is kept matches. */
  matches(pattern: RegExp): boolean {
    return pattern.test(this.#text);
  }

  /** Calls `look` whenever something was printed; returns what ends it. */
  onPrinted(look: () => void): () => void {
    this.#listeners.add(look);
    return () => this.#listeners.delete(look);
  }

  /** The last lines, as a block. */
  lines(): readonly string[] {
    const lines = this.#text.split(/\r?\n/);
    return lines.filter((line) => line.trim() !== '').slice(-shownLines);
  }

  /** ` it last printed: …`, or nothing; to be put behind a message. */
  lastWords(): string {
    const last = this.lines().at(-1);
    return last === undefined ? '; it printed nothing' : `; it last printed: ${last.trim().slice(0, 300)}`;
  }
}
