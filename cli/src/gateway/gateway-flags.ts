import type { RunFlags } from '../run-flags.ts';
import type { TargetFlags } from '../target-flags.ts';

/** The options of `gateproof gateway`, as parsed. */
export type GatewayFlags = TargetFlags & RunFlags;
