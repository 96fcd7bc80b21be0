import { openClient } from '@gateproof/harness';
import { defaultPrefix } from '@gateproof/spec';
import { clientSuite } from '@gateproof/suites';
import type { CliContext } from '../cli-context.ts';
import type { RunFlags } from '../run-flags.ts';
import { runParty } from '../run-party.ts';
import { UsageError } from '../usage-error.ts';
import type { ClientTargetFlags } from './client-flags.ts';

const defaultDrivers = 8;
const defaultCallTimeoutMs = 30_000;

/** Runs the client suite on a driver's command, prints and writes the reports, and returns the exit code of the run. */
export function runClient(
  command: readonly string[],
  flags: ClientTargetFlags & RunFlags,
  context: CliContext,
): Promise<number> {
  if (command.length === 0) {
    throw new UsageError("a client is named by its driver's command, for example: gateproof client -- node driver.js");
  }
  const drivers = flags.drivers ?? defaultDrivers;
  const open = async ({ runId }: { readonly runId: string }) => {
    const target = await openClient({
      driver: command,
      prefix: flags.prefix ?? defaultPrefix,
      drivers,
      callLimitMs: flags.callTimeout ?? defaultCallTimeoutMs,
      runId,
      arguments: ['--', ...command],
    });
    return { target, defaults: {} };
  };
  return runParty({ party: 'client', suite: clientSuite, open }, { concurrency: drivers, ...flags }, context);
}
