/** An operation of the testbed that was refused, with the status and the words of the refusal. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly status: number;
  /** `error.code` of the envelope; undefined when the answer was none. */
  readonly code: string | undefined;

  constructor(operation: string, status: number, code: string | undefined, message: string) {
    super(`${operation} was answered ${status}${code === undefined ? '' : ` ${code}`}: ${message}`);
    this.status = status;
    this.code = code;
  }
}
