import { type AccountControl, ControlError, createControl } from '@gateproof/simulator/control';
import { UsageError } from '../usage-error.ts';
import type { SimulatorFlags } from './simulator-flags.ts';

/** Thrown when nothing answers where a simulator was to be. Ends the command with exit code 4. */
export class SimulatorUnreachable extends Error {
  override readonly name = 'SimulatorUnreachable';
  readonly fault = 'unreachable';
}

/** Does something with the account of a running simulator. Throws `SimulatorUnreachable` when nothing answers, and `UsageError` for what it refuses. */
export async function withAccount<T>(
  { url, key, testbedToken: token }: SimulatorFlags,
  work: (account: AccountControl) => Promise<T>,
): Promise<T> {
  const control = createControl({ url, ...(token === undefined ? {} : { token }) });
  try {
    return await work(await control.accounts.withKey(key));
  } catch (error) {
    if (error instanceof ControlError) throw new UsageError(error.message);
    // What `fetch` rejects with when no connection was made.
    if (error instanceof TypeError && error.cause instanceof Error) {
      throw new SimulatorUnreachable(`no simulator answers at ${url}; start one with: npx gateproof simulate`);
    }
    throw error;
  }
}
