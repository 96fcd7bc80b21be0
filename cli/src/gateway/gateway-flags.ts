import type { RunFlags } from '../run-flags.ts';
import type { TargetFlags } from '../target-flags.ts';

/** The options of `gateproof gateway`, as parsed. */
export type GatewayFlags = TargetFlags &
  RunFlags & {
    /** Run what is red again whenever the gateway comes back or a key is pressed. */
    readonly watch?: boolean;
  };
