import type { CliContext } from '../cli-context.ts';
import { UsageError } from '../usage-error.ts';
import type { SecretSource } from './profile.ts';

/** Thrown for a secret whose environment variable is not set. */
export class UnsetVariable extends UsageError {
  readonly variable: string;
  constructor(variable: string) {
    super(`the environment variable ${variable} is not set; set it (export ${variable}=…), or name another`);
    this.variable = variable;
  }
}

/** Reads a secret. Throws `UnsetVariable` when its environment variable is not set. */
export function readSecret({ env: name = '', value }: SecretSource, env: CliContext['env']): string {
  if (value !== undefined) return value;
  const found = env[name];
  if (found === undefined || found === '') throw new UnsetVariable(name);
  return found;
}
