import { gatewaySuite } from '@gateproof/suites';
import type { CliContext } from '../cli-context.ts';
import { openTarget } from '../open-target.ts';
import type { PartyRun } from '../run-party.ts';
import type { TargetFlags } from '../target-flags.ts';

/** The gateway that the flags name, with the suite that judges it. */
export function gatewayParty(flags: TargetFlags, context: CliContext): PartyRun {
  return {
    party: 'gateway',
    suite: gatewaySuite,
    open: ({ seed, runId }) => openTarget(flags, { ...context, seed, runId }),
  };
}
