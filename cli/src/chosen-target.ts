import { type Command, Option } from 'commander';
import type { CliContext } from './cli-context.ts';
import { type FoundProfile, foundProfile, profileNames } from './found-profile.ts';
import { type TargetFlags, targetHeading } from './target-flags.ts';
import { UsageError } from './usage-error.ts';

/** How a target is chosen where no URL and no profile is named. */
export interface ChoiceFlags {
  /** False: no profile is looked for. */
  readonly config?: boolean;
  /** The built-in reference simulator is tested on purpose. */
  readonly simulator?: boolean;
}

/** Options that mean a target. */
interface MeantFlags extends TargetFlags {
  readonly baseline?: string;
  readonly quiet?: boolean;
}

/** Adds the options that choose a target by other means than its URL or profile. */
export function withChoiceFlags(command: Command): Command {
  const [name] = profileNames;
  const options = [
    new Option('--no-config', `do not look for ${name} in this folder and those above it, up to the repository's root`),
    new Option('--simulator', 'test the built-in reference simulator on purpose').conflicts([
      'url',
      'profile',
      'command',
    ]),
  ];
  for (const option of options) command.addOption(option.helpGroup(targetHeading));
  return command;
}

/**
 * The flags with the target that they choose: as they name it, the profile of the folder or of one above, or the built-in simulator, each of which is said on
 * standard error. Throws `UsageError` where no target is named although one was meant, so that no run about the simulator passes for one about a gateway.
 */
export function chosenTarget<Flags extends TargetFlags & ChoiceFlags>(flags: Flags, context: CliContext): Flags {
  const { config, simulator, profile, url, command, deviation, variation } = flags;
  const isNamed = [profile, url, deviation, variation].some((one) => one !== undefined) || simulator === true;
  if (isNamed) return flags;
  const found = config === false ? undefined : foundProfile(context.folder);
  if (found !== undefined) {
    context.stderr.write(`${foundLine(found)}\n`);
    return { ...flags, profile: found.path };
  }
  // Where the command answers is asked for when the target is opened.
  if (command !== undefined) return flags;
  const why = whyMeant(flags, context.env);
  if (why !== undefined) throw new UsageError(`no target is named, but ${why}. ${remedy}`);
  context.stderr.write(`${simulatorLine}\n`);
  return flags;
}

const remedy = `Give --url URL with --key KEY, or --profile FILE, or write ${profileNames[0]} (npx gateproof init); --simulator tests the built-in reference simulator on purpose.`;
const simulatorLine =
  'NO TARGET GIVEN: this tests the built-in reference simulator, not your gateway. For yours: --url URL or --profile FILE.';

function foundLine({ path, isHere, passedOver }: FoundProfile): string {
  const where = isHere ? 'found in this folder' : 'found in a folder above';
  const other = passedOver === undefined ? '' : `; ${passedOver} beside it is not read`;
  return `profile ${path} (${where}; --no-config ignores it)${other}`;
}

/** Options that say nothing about the simulator: they are about a gateway. */
const optionsOfTarget: readonly (readonly [flag: keyof MeantFlags, option: string])[] = [
  ['key', '--key'],
  ['model', '--model'],
  ['header', '--header'],
  ['prefix', '--prefix'],
  ['claims', '--claims'],
  ['requestTimeout', '--request-timeout'],
  ['comeback', '--comeback'],
  ['wait', '--wait'],
  ['budget', '--budget'],
  ['allowDestructive', '--allow-destructive'],
  ['baseline', '--baseline'],
];

function whyMeant(flags: MeantFlags, env: CliContext['env']): string | undefined {
  const given = optionsOfTarget.find(([flag]) => flags[flag] !== undefined);
  if (given !== undefined) return `${given[1]} is about one`;
  if (flags.quiet === true) return '--quiet would not say which one was tested';
  return isContinuousIntegration(env) ? 'CI is set, where a run must be about your gateway' : undefined;
}

function isContinuousIntegration({ CI: value = '' }: CliContext['env']): boolean {
  return !['', '0', 'false'].includes(value.toLowerCase());
}
