import type { Launch } from '@gateproof/harness';
import { UsageError } from '../usage-error.ts';
import type { Profile } from './profile.ts';

const defaultReadyTimeoutMs = 30_000;

/** How a profile, or `--command`, has the gateway started; undefined: it runs already. Throws `UsageError` for a pattern that is none. */
export function launchPartOf(profile: Pick<Profile, 'command'>, commandLine?: string): Launch | undefined {
  const { command } = profile;
  const start = commandLine ?? command?.start;
  if (start === undefined) return undefined;
  const { url, port, log, timeout_ms } = command?.ready ?? {};
  return {
    kind: 'command',
    start,
    ...(command?.cwd === undefined ? {} : { cwd: command.cwd }),
    ...(command?.env === undefined ? {} : { env: command.env }),
    ready: {
      ...(url === undefined ? {} : { url }),
      ...(port === undefined ? {} : { port }),
      ...(log === undefined ? {} : { log: pattern(log) }),
      timeoutMs: timeout_ms ?? defaultReadyTimeoutMs,
    },
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
