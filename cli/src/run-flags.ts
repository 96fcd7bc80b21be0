import type { Effort } from '@gateproof/harness';
import { type Command, Option } from 'commander';
import { defaultSeed, seedOrRandom, wholeNumber } from './numbers.ts';

/** The options of every command that runs a suite, as parsed: what is run, and what is written. */
export interface RunFlags {
  readonly only?: readonly string[];
  readonly seed?: number | 'random';
  readonly effort?: Effort;
  readonly concurrency?: number;
  /** In seconds. */
  readonly timeLimit?: number;
  readonly strict?: boolean;
  readonly baseline?: string;
  readonly json?: string;
  readonly junit?: string;
  readonly markdown?: string;
  readonly html?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** Adds the options of a run and of its reports, under headings of their own. */
export function withRunFlags(command: Command): Command {
  addGroup(command, 'Run:', [
    new Option('--only <rule...>', 'only these rules: ids, beginnings such as stream. or globs such as *.type'),
    new Option(
      '--seed <n>',
      `seed of all generated cases; random draws one and prints it (default: the baseline's, or ${defaultSeed})`,
    ).argParser(seedOrRandom),
    new Option('--effort <effort>', "how many cases (default: the baseline's, or standard)").choices([
      'quick',
      'standard',
      'thorough',
    ]),
    new Option('--concurrency <n>', 'checks that run side by side (default: 8, simulator: 24)').argParser(
      wholeNumber(1, 64),
    ),
    new Option(
      '--time-limit <s>',
      'limit of the whole run in seconds (default: 600, with --effort thorough 3600)',
    ).argParser(wholeNumber(1, 86_400)),
    new Option('--strict', 'warnings turn the run red'),
    new Option('--baseline <file>', 'known failures, which do not turn the run red while they last'),
  ]);
  return addGroup(command, 'Reports:', [
    new Option('--json <file>', 'write the result document, which replay reads; - for standard output'),
    new Option('--junit <file>', 'write JUnit XML; - for standard output'),
    new Option('--markdown <file>', 'write a summary for a CI page; - for standard output'),
    new Option('--html <file>', 'write one page for a browser that needs nothing else; - for standard output'),
    new Option('--quiet', 'print only what is wrong and the summary line'),
    new Option('--verbose', 'print every failure whole, and every list to its end').conflicts('quiet'),
  ]);
}

function addGroup(command: Command, heading: string, options: readonly Option[]): Command {
  for (const option of options) command.addOption(option.helpGroup(heading));
  return command;
}
