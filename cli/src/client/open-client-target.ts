import { openClient } from '@gateproof/harness';
import { defaultPrefix } from '@gateproof/spec';
import type { OpenedTarget } from '../open-target.ts';
import { UsageError } from '../usage-error.ts';
import type { ClientTargetFlags } from './client-flags.ts';

/** Drivers that run side by side unless the flags say otherwise; checks wait more than they work. */
export const defaultDrivers = 12;
const defaultCallTimeoutMs = 30_000;

/** Starts the driver that the command names. Throws `UsageError` without a command, `UnreachableError` when the driver does not say hello. */
export async function openClientTarget(
  command: readonly string[],
  flags: ClientTargetFlags,
  { interrupted, runId }: { readonly interrupted: AbortSignal; readonly runId: string },
): Promise<OpenedTarget> {
  if (command.length === 0) {
    throw new UsageError(
      "a client is named by its driver's command, for example: npx gateproof client -- node driver.js",
    );
  }
  const target = await openClient({
    driver: command,
    prefix: flags.prefix ?? defaultPrefix,
    drivers: flags.drivers ?? defaultDrivers,
    callLimitMs: flags.callTimeout ?? defaultCallTimeoutMs,
    runId,
    signal: interrupted,
    arguments: argumentsOf(command, flags),
  });
  return { target, defaults: {} };
}

function argumentsOf(command: readonly string[], { prefix, callTimeout }: ClientTargetFlags): readonly string[] {
  return [
    ...(prefix === undefined ? [] : ['--prefix', prefix]),
    ...(callTimeout === undefined ? [] : ['--call-timeout', String(callTimeout)]),
    '--',
    ...command,
  ];
}
