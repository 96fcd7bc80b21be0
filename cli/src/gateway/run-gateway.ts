import { gatewaySuite } from '@gateproof/suites';
import type { CliContext } from '../cli-context.ts';
import { openTarget } from '../open-target.ts';
import { runParty } from '../run-party.ts';
import type { GatewayFlags } from './gateway-flags.ts';

/** Runs the gateway suite as the flags say, prints and writes the reports, and returns the exit code of the run. */
export function runGateway(flags: GatewayFlags, context: CliContext): Promise<number> {
  return runParty(
    {
      party: 'gateway',
      suite: gatewaySuite,
      open: ({ seed, runId }) => openTarget(flags, { ...context, seed, runId }),
    },
    flags,
    context,
  );
}
