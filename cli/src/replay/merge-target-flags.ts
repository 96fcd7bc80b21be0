import { recordedFlags } from '../recorded-flags.ts';
import { type TargetFlags, withTargetFlags } from '../target-flags.ts';

/** The target flags of a replay. */
export interface MergedTargetFlags {
  readonly flags: TargetFlags;
  /** Whether the result document, and not the command line, names something outside of this process: a host, a profile or a command. */
  readonly isNamedByFile: boolean;
}

/**
 * The target flags of a replay: those that the result document names, unless the command line names a target of its own.
 * A key comes from the command line or the environment alone, because results keep no secrets.
 */
export function mergeTargetFlags(recorded: readonly string[], given: TargetFlags): MergedTargetFlags {
  if (given.url !== undefined || given.profile !== undefined) return { flags: given, isNamedByFile: false };
  const flags = recordedFlags<TargetFlags>(recorded, withTargetFlags);
  const outside = [flags.url, flags.profile, flags.command];
  return { flags: { ...flags, ...given }, isNamedByFile: outside.some((one) => one !== undefined) };
}
