import type { Effort, Shard } from '@gateproof/harness';
import { type Command, Option } from 'commander';
import { knownRuleSet } from './known-rule-set.ts';
import { defaultSeed, seedOrRandom, wholeNumber } from './numbers.ts';
import { type ReportFlags, withReportFlags } from './report-flags.ts';
import { shardOf } from './shard-of.ts';

/** The options of every command that runs a suite, as parsed: what is run, and what is written. */
export interface RunFlags extends ReportFlags {
  readonly only?: readonly string[];
  /** Only the rules that were red in the last run of this folder. */
  readonly lastFailed?: boolean;
  /** By standing rule: the check whose case broke it in an earlier run. Set by `--last-failed` and `--watch`. */
  readonly brokenBy?: Readonly<Record<string, string>>;
  readonly seed?: number | 'random';
  readonly effort?: Effort;
  readonly concurrency?: number;
  readonly shard?: Shard;
  readonly ruleset?: string;
  /** In seconds. */
  readonly timeLimit?: number;
  readonly strict?: boolean;
  readonly baseline?: string;
  /** Run the failing rules again whenever the gateway comes back or a key is pressed. */
  readonly watch?: boolean;
}

/** Adds the options of a run and of its reports, under headings of their own. */
export function withRunFlags(command: Command): Command {
  const options = [
    new Option('--only <rule...>', 'only these rules: ids, beginnings such as stream. or globs such as *.type'),
    new Option('--last-failed', 'only the rules that were red when this folder was last judged').conflicts([
      'only',
      'shard',
    ]),
    new Option(
      '--seed <n>',
      `seed of all generated cases; random draws one and prints it (default: the baseline's, or ${defaultSeed})`,
    ).argParser(seedOrRandom),
    new Option('--effort <effort>', "how many cases (default: the baseline's, or standard)").choices([
      'quick',
      'standard',
      'thorough',
    ]),
    new Option('--concurrency <n>', 'checks that run side by side (default: 8, simulator: 40)').argParser(
      wholeNumber(1, 64),
    ),
    new Option(
      '--time-limit <s>',
      'limit of the whole run in seconds (default: 600, with --effort thorough 3600)',
    ).argParser(wholeNumber(1, 86_400)),
    new Option(
      '--shard <part>',
      'decide one part of the rules, such as 2/5; gateproof merge joins the results of all parts',
    ).argParser(shardOf),
    new Option(
      '--ruleset <id>',
      "the rule set that decides what turns the run red, such as 1.0 (default: the profile's, or the newest)",
    ).argParser(knownRuleSet),
    new Option('--strict', 'warnings turn the run red'),
    new Option('--baseline <file>', 'known failures, which do not turn the run red while they last'),
  ];
  for (const option of options) command.addOption(option.helpGroup('Run:'));
  return withReportFlags(command);
}
