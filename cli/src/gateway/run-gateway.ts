import type { CliContext } from '../cli-context.ts';
import { onlyLastFailed } from '../last-run/only-last-failed.ts';
import { runParty } from '../run-party.ts';
import type { GatewayFlags } from './gateway-flags.ts';
import { gatewayParty } from './gateway-party.ts';
import { watchGateway } from './watch-gateway.ts';

/** Runs the gateway suite as the flags say, prints and writes the reports, and returns the exit code of the run, or of the last one of a watch. */
export async function runGateway(flags: GatewayFlags, context: CliContext): Promise<number> {
  if (flags.watch !== true) return runParty(gatewayParty(flags, context), flags, context);
  const wanted = onlyLastFailed(flags, 'gateway', context);
  return wanted === undefined ? 0 : watchGateway(wanted, context);
}
