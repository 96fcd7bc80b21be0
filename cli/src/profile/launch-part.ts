import type { Launch } from '@gateproof/harness';
import type { CliContext } from '../cli-context.ts';
import { UsageError } from '../usage-error.ts';
import type { ContainerPart, Profile, ReadyPart } from './profile.ts';
import { readSecret } from './read-secret.ts';

const defaultReadyTimeoutMs = 30_000;

/** How a profile, or `--command`, has the gateway started; undefined: it runs already. Throws `UsageError` for a pattern that is none. */
export function launchPartOf(
  { command, container }: Pick<Profile, 'command' | 'container'>,
  env: CliContext['env'],
  commandLine?: string,
): Launch | undefined {
  if (container !== undefined && (command ?? commandLine) !== undefined) {
    throw new UsageError('the gateway is started by a command or as a container: leave one of the two out');
  }
  if (container !== undefined) return containerLaunch(container, env);
  const start = commandLine ?? command?.start;
  if (start === undefined) return undefined;
  return {
    kind: 'command',
    start,
    ...(command?.cwd === undefined ? {} : { cwd: command.cwd }),
    ...(command?.env === undefined ? {} : { env: command.env }),
    ready: readiness(command?.ready),
  };
}

function containerLaunch(
  { image, port, command, ready, env: given = {} }: ContainerPart,
  env: CliContext['env'],
): Launch {
  const values = Object.entries(given).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : readSecret(value, env),
  ]);
  return {
    kind: 'container',
    image,
    port,
    env: Object.fromEntries(values),
    ...(command === undefined ? {} : { command }),
    ready: readiness(ready),
  };
}

function readiness({ url, port, log, timeout_ms }: ReadyPart = {}): Launch['ready'] {
  return {
    ...(url === undefined ? {} : { url }),
    ...(port === undefined ? {} : { port }),
    ...(log === undefined ? {} : { log: pattern(log) }),
    timeoutMs: timeout_ms ?? defaultReadyTimeoutMs,
  };
}

function pattern(text: string): string {
  try {
    new RegExp(text);
    return text;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`ready.log of the profile is no regular expression: ${why}`);
  }
}
