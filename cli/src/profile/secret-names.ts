import type { CliContext } from '../cli-context.ts';
import type { Profile } from './profile.ts';

/** The environment variables that a profile takes secrets from, by the secret that each holds. */
export function secretNames(profile: Profile, env: CliContext['env']): ReadonlyMap<string, string> {
  return new Map(variablesIn(profile).flatMap((name) => (env[name] === undefined ? [] : [[env[name], name] as const])));
}

function variablesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    typeof value === 'string' && (key === 'env' || key === 'token_env') ? [value] : variablesIn(value),
  );
}
