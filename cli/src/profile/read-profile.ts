import { profileSchema } from '@gateproof/spec';
import { readCheckedYaml } from '../read-checked-yaml.ts';
import type { Profile } from './profile.ts';

/** Reads and checks a profile. Throws `UsageError` that names file, line and column and says what was expected. */
export function readProfile(path: string): Profile {
  return readCheckedYaml<Profile>(path, profileSchema(), 'profile');
}
