import { receiverSuite } from '@gateproof/suites';
import type { CliContext } from '../cli-context.ts';
import type { RunFlags } from '../run-flags.ts';
import { runParty } from '../run-party.ts';
import { openReceiverTarget } from './open-receiver-target.ts';
import type { ReceiverTargetFlags } from './receiver-flags.ts';

/** Runs the receiver suite as the flags say, prints and writes the reports, and returns the exit code of the run. */
export function runReceiver(flags: ReceiverTargetFlags & RunFlags, context: CliContext): Promise<number> {
  return runParty(
    { party: 'receiver', suite: receiverSuite, open: ({ runId }) => openReceiverTarget(flags, { context, runId }) },
    flags,
    context,
  );
}
