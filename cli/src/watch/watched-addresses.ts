import { readProfile } from '../profile/read-profile.ts';
import { baseUrlsOf } from '../profile/target-part.ts';
import type { TargetFlags } from '../target-flags.ts';

/** Where a gateway answers that somebody else starts; none where a run starts its own, or judges the built-in simulator. */
export function watchedAddresses({ url, profile, command }: TargetFlags): readonly string[] {
  if (command !== undefined) return [];
  if (profile === undefined) return baseUrlsOf(url ?? []);
  const described = readProfile(profile);
  const isStarted = described.command !== undefined || described.container !== undefined;
  return isStarted ? [] : baseUrlsOf(described.url ?? []);
}
