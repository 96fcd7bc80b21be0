import { Command } from 'commander';
import { UsageError } from './usage-error.ts';

/** The options among arguments that a result document kept; prints nothing. Throws `UsageError` for those that this version does not have. */
export function recordedFlags<Flags extends object>(
  recorded: readonly string[],
  withFlags: (command: Command) => Command,
): Flags {
  const parser = withFlags(new Command())
    .helpOption(false)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .allowExcessArguments();
  try {
    return parser.parse([...recorded], { from: 'user' }).opts<Flags>();
  } catch {
    throw new UsageError(
      `the result names a target that this version does not understand: ${recorded.join(' ')}. Name the target again on the command line.`,
    );
  }
}
