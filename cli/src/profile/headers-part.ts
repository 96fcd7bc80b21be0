import type { CliContext } from '../cli-context.ts';
import type { Profile } from './profile.ts';
import { readSecret } from './read-secret.ts';

/** The headers of a profile for every request, read. */
export function headersOf({ headers = {} }: Profile, env: CliContext['env']): readonly (readonly [string, string])[] {
  return Object.entries(headers).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : readSecret(value, env),
  ]);
}
