import { type Command, Option } from 'commander';
import { deviationOption } from './deviation-option.ts';
import { collectHeader, type GivenHeader } from './given-header.ts';
import { wholeNumber } from './numbers.ts';

/** The options that say what is tested, as `gateway` and `replay` take them. */
export interface TargetFlags {
  /** One for each replica of the gateway. */
  readonly url?: readonly string[];
  readonly key?: string | undefined;
  readonly profile?: string;
  readonly command?: string;
  readonly model?: string;
  readonly prefix?: string;
  readonly header?: readonly GivenHeader[];
  readonly claims?: readonly string[];
  readonly deviation?: string;
  readonly variation?: readonly string[];
  readonly requestTimeout?: number;
  /** In ms. */
  readonly comeback?: number;
  /** In seconds. */
  readonly wait?: number;
  readonly budget?: number;
  readonly allowDestructive?: boolean;
}

/** The heading of the target options in help texts. */
export const targetHeading = 'Target (default: gateproof.yaml, or the built-in simulator):';

/** `--header`, as `init` takes it too. */
export function headerOption(): Option {
  const words =
    "sent with every request, as 'NAME: VALUE'; '$VARIABLE' as the value is read from the environment (repeatable)";
  return new Option('--header <line>', words).argParser(collectHeader);
}

/** Adds the target options to a command, under a heading of their own. */
export function withTargetFlags(command: Command): Command {
  const options = [
    new Option(
      '--url <url>',
      'base URL of the gateway under test (without /v1); repeated: one for each replica',
    ).argParser((url: string, before: readonly string[] = []) => [...before, url]),
    new Option('--key <key>', 'API key of an account with credit (default: $GATEPROOF_KEY)'),
    new Option('--profile <file>', 'YAML file that describes the gateway and what can be arranged around it').conflicts(
      ['url'],
    ),
    new Option(
      '--command <line>',
      'starts the gateway for the run, in a shell; it must then answer at the URL',
    ).conflicts(['deviation', 'variation']),
    new Option('--model <id>', 'a cheap text model that chats name (default: a listed one that serves)').conflicts([
      'deviation',
      'variation',
    ]),
    headerOption(),
    new Option('--prefix <word>', "the gateway's service prefix in headers and fields (default: svc)"),
    new Option(
      '--claims <class...>',
      'judge only these conformance classes (default: those of the profile, or all; basic is always judged)',
    ),
    new Option('--request-timeout <ms>', 'longest wait for one answer, in milliseconds').argParser(
      wholeNumber(1, 3_600_000),
    ),
    new Option(
      '--comeback <ms>',
      'longest wait for a target that went away, in milliseconds; three times what it was seen to need, if that is more (default: 20000)',
    ).argParser(wholeNumber(1, 3_600_000)),
    new Option(
      '--wait <s>',
      'longest wait, in seconds, for a gateway or testbed that is not up yet (default: 0)',
    ).argParser(wholeNumber(0, 3_600)),
    new Option('--budget <n>', 'send at most so many requests, for the most important rules').argParser(
      wholeNumber(20, 1_000_000),
    ),
    new Option('--allow-destructive', 'also what may disturb others that use a target which is not on this machine'),
    deviationOption('built-in simulator: break one rule on purpose').conflicts(['url', 'profile']),
    new Option('--variation <id...>', 'built-in simulator: use a freedom of the contract').conflicts([
      'url',
      'profile',
    ]),
  ];
  for (const option of options) command.addOption(option.helpGroup(targetHeading));
  return command;
}
