import type { Effort } from '@gateproof/harness';
import type { TargetFlags } from '../target-flags.ts';

/** The options of `gateproof gateway`, as parsed. */
export interface GatewayFlags extends TargetFlags {
  readonly only?: readonly string[];
  readonly seed?: number;
  readonly effort?: Effort;
  readonly concurrency?: number;
  /** In seconds. */
  readonly timeLimit?: number;
  readonly strict?: boolean;
  readonly json?: string;
  readonly junit?: string;
  readonly markdown?: string;
  readonly quiet?: boolean;
}
