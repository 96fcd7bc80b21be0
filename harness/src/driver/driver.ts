import type { DriverAnswer, DriverDescription, DriverRequest } from '@gateproof/spec';

/**
 * Thrown when a driver does not keep the driver protocol: it died, hangs, prints garbage. One line that says what it did. `isSilent`: it lives, but
 * gave no answer in time. `hasDied`: its process ended while the call was under way.
 */
export class DriverTrouble extends Error {
  override readonly name = 'DriverTrouble';
  readonly isSilent: boolean;
  readonly hasDied: boolean;
  constructor(
    message: string,
    { isSilent = false, hasDied = false }: { readonly isSilent?: boolean; readonly hasDied?: boolean } = {},
  ) {
    super(message);
    this.isSilent = isSilent;
    this.hasDied = hasDied;
  }
}

/** A client SDK behind the driver protocol. */
export interface Driver {
  readonly description: DriverDescription;
  /**
   * Sends one request and waits for its answer, which comes also when `signal` fires: the driver is then asked to abort the call. Throws `DriverTrouble`.
   */
  call(request: Omit<DriverRequest, 'id'>, limitMs: number, signal?: AbortSignal): Promise<DriverAnswer>;
  /** Never throws. */
  close(): Promise<void>;
}

/** Starts a driver; called again when one had to be given up. */
export type StartDriver = () => Promise<Driver>;
