import { UnreachableError } from '../reach.ts';

/** Thrown when a gateway that was to be started did not become ready: one line that says why, and the last lines that it printed. */
export class StartFailed extends UnreachableError {
  readonly detail: readonly string[];
  constructor(message: string, detail: readonly string[]) {
    super(message);
    this.detail = detail;
  }
}

/** Thrown before a start when something answers already where the gateway is to listen: the run would judge that instead. */
export class AlreadyServed extends Error {
  override readonly name = 'AlreadyServed';
  readonly fault = 'usage';
}
