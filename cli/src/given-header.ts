import { headerVariable } from '@gateproof/harness';
import { InvalidArgumentError } from 'commander';
import type { CliContext } from './cli-context.ts';
import { readSecret } from './profile/read-secret.ts';

/** A header for every request, as the command line gives it. */
export interface GivenHeader {
  readonly name: string;
  /** Undefined where it was given as `$NAME`: the environment variable holds it. */
  readonly value: string | undefined;
  /** The environment variable that holds the value, or that stands for it in reports. */
  readonly variable: string;
}

/** A parser for `--header`, which may be given several times. */
export function collectHeader(line: string, earlier: readonly GivenHeader[] = []): readonly GivenHeader[] {
  const [, name, value = ''] = /^([!#$%&'*+.^`|~\w-]+):\s*([^\r\n]*?)\s*$/.exec(line) ?? [];
  if (name === undefined) throw new InvalidArgumentError("It takes 'NAME: VALUE'.");
  if (name.toLowerCase() === 'authorization') throw new InvalidArgumentError('The key goes with --key.');
  const variable = /^\$([A-Za-z_]\w*)$/.exec(value)?.[1];
  const given = variable === undefined ? { value, variable: headerVariable(name) } : { value: undefined, variable };
  return [...earlier, { name, ...given }];
}

/** The headers to send, and the variables that hold secrets by the secret. Throws `UnsetVariable`. */
export function readHeaders(given: readonly GivenHeader[], env: CliContext['env']) {
  const read = given.map(({ name, value, variable }) => ({
    name,
    value: value ?? readSecret({ env: variable }, env),
    held: value === undefined ? [variable] : [],
  }));
  return {
    headers: read.map(({ name, value }) => [name, value] as const),
    secretNames: new Map(read.flatMap(({ value, held }) => held.map((variable) => [value, variable] as const))),
  };
}
