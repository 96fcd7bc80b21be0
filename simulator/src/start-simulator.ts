import type { AccountControl } from './control/account-control.ts';
import { type Control, createControl, type SeededAccountRequest } from './control/create-control.ts';
import { createSimulator, type Simulator } from './simulator.ts';
import type { SimulatorOptions } from './simulator-options.ts';

/** A simulator that listens on a free port of this machine, with all that a test arranges it by. */
export interface StartedSimulator extends Simulator, AsyncDisposable {
  /** Its base URL, without `/v1`. */
  readonly url: string;
  readonly control: Control;
  /** A fresh account, for one test: `await using account = await simulator.account()`, or `account.finish()` at the end. */
  account(request?: SeededAccountRequest): Promise<AccountControl>;
}

/**
 * Starts a simulator for the tests of any runner: `await using simulator = await startSimulator()`, or `simulator.close()` at the end.
 * Throws what `createSimulator` throws.
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<StartedSimulator> {
  const simulator = createSimulator(options);
  const url = await simulator.listen();
  const { testbedToken: token } = options;
  const control = createControl({ url, ...(token === undefined ? {} : { token }) });
  return {
    ...simulator,
    url,
    control,
    account: (request) => control.accounts.create(request),
    [Symbol.asyncDispose]: () => simulator.close(),
  };
}
