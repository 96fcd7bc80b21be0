/** Thrown when the command line, a file that it names or a name on it is wrong. Ends the command with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly fault = 'usage';
  /** Lines that are printed below the message; fewer than two are in the message already. */
  readonly detail: readonly string[];

  constructor(message: string, detail: readonly string[] = []) {
    super(message);
    this.detail = detail;
  }
}
