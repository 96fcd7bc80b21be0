import type { CliContext } from '../cli-context.ts';
import { UsageError } from '../usage-error.ts';
import type { SecretSource } from './profile.ts';

/** Reads a secret. Throws `UsageError` when its environment variable is not set. */
export function readSecret({ env: name, value }: SecretSource, env: CliContext['env']): string {
  if (value !== undefined) return value;
  const found = name === undefined ? undefined : env[name];
  if (found === undefined || found === '') {
    throw new UsageError(`the profile wants the environment variable ${name}, which is not set`);
  }
  return found;
}
