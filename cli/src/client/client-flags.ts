import { type Command, Option } from 'commander';
import { wholeNumber } from '../numbers.ts';
import { recordedFlags } from '../recorded-flags.ts';

/** The options that say how a client SDK is driven. */
export interface ClientTargetFlags {
  readonly prefix?: string;
  readonly drivers?: number;
  readonly callTimeout?: number;
}

/** Adds the options of a driver, under a heading of their own. */
export function withClientFlags(command: Command): Command {
  const options = [
    new Option('--prefix <word>', "the service's prefix in headers and fields (default: svc)"),
    new Option('--drivers <n>', 'drivers that run side by side (default: 12)').argParser(wholeNumber(1, 32)),
    new Option(
      '--call-timeout <ms>',
      'longest wait for one answer of the driver, in milliseconds (default: 30000)',
    ).argParser(wholeNumber(100, 600_000)),
  ];
  for (const option of options) command.addOption(option.helpGroup('Client:'));
  return command;
}

/** The driver's command and the flags that a result document kept. */
export function parseClientArguments(recorded: readonly string[]): {
  readonly command: readonly string[];
  readonly flags: ClientTargetFlags;
} {
  const end = recorded.indexOf('--');
  const flags = recordedFlags<ClientTargetFlags>(recorded.slice(0, end < 0 ? 0 : end), withClientFlags);
  return { command: recorded.slice(end + 1), flags };
}
