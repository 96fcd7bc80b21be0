import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import type { CliContext } from './cli-context.ts';
import type { TargetFlags } from './target-flags.ts';

/** The name under which `gateproof init` writes a profile, and under which one is found. */
const profileName = 'gateproof.yaml';

export interface FoundProfileFlag {
  /** False: a profile in the working folder is not looked for. */
  readonly config?: boolean;
}

/** Adds the way out of a profile that is found by itself. */
export function withFoundProfileFlag(command: Command): Command {
  const words = `do not look for ${profileName} in the working folder; it is the profile where no target is named`;
  return command.addOption(new Option('--no-config', words).helpGroup('Target (default: the built-in simulator):'));
}

/** The flags with the profile of the working folder, which is named on standard error, where they name no target themselves. */
export function withFoundProfile<Flags extends TargetFlags & FoundProfileFlag>(
  flags: Flags,
  context: CliContext,
): Flags {
  const { config, profile, url, deviation, variation } = flags;
  const isNamed = [profile, url, deviation, variation].some((one) => one !== undefined);
  const path = join(context.folder, profileName);
  if (isNamed || config === false || !existsSync(path)) return flags;
  context.stderr.write(`profile ${path} (found in this folder; --no-config ignores it)\n`);
  return { ...flags, profile: path };
}
