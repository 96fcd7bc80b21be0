import { clientSuite } from '@gateproof/suites';
import type { CliContext } from '../cli-context.ts';
import type { RunFlags } from '../run-flags.ts';
import { runParty } from '../run-party.ts';
import type { ClientTargetFlags } from './client-flags.ts';
import { defaultDrivers, openClientTarget } from './open-client-target.ts';

/** Runs the client suite on a driver's command, prints and writes the reports, and returns the exit code of the run. */
export function runClient(
  command: readonly string[],
  flags: ClientTargetFlags & RunFlags,
  context: CliContext,
): Promise<number> {
  const open = ({ runId }: { readonly runId: string }) => openClientTarget(command, flags, { ...context, runId });
  const concurrency = flags.drivers ?? defaultDrivers;
  return runParty({ party: 'client', suite: clientSuite, open }, { concurrency, ...flags }, context);
}
