import type { Argument, Command, Option } from 'commander';

/** A word that may stand where the cursor is, with what it does. */
export interface Candidate {
  readonly word: string;
  readonly about: string;
}

/** The words of a placeholder such as `<rule>`, where they are known; undefined: file names, or anything. */
export type KnownValues = (placeholder: string) => readonly Candidate[] | undefined;

/**
 * The words that may stand in the place of the last one, by the commands and options of `program`. None where the shell's file names, or anything, may stand
 * there, and behind `--`, where the command of a driver begins.
 */
export function candidates(program: Command, words: readonly string[], known: KnownValues): readonly Candidate[] {
  const before = words.slice(0, -1);
  const current = words.at(-1) ?? '';
  if (before.includes('--')) return [];
  const { command, operands } = walk(program, before);
  const option = openOption(command, before);
  const fits = ({ word }: Candidate) => word.startsWith(current);
  if (option !== undefined && !(option.variadic && current.startsWith('-')))
    return valuesOf(option, known).filter(fits);
  if (current.startsWith('-')) return optionsOf(command).filter(fits);
  if (command.commands.length > 0) return commandsOf(command).filter(fits);
  const argument = command.registeredArguments[operands] ?? command.registeredArguments.at(-1);
  const isThere = argument !== undefined && (operands < command.registeredArguments.length || argument.variadic);
  return isThere ? valuesOf(argument, known).filter(fits) : [];
}

/** The command that the words name, and how many operands they give it. */
function walk(program: Command, words: readonly string[]): { readonly command: Command; readonly operands: number } {
  let command = program;
  let operands = 0;
  for (const [place, word] of words.entries()) {
    if (word.startsWith('-') || openOption(command, words.slice(0, place)) !== undefined) continue;
    const next = command.commands.find((one) => one.name() === word);
    if (next === undefined) operands += 1;
    else [command, operands] = [next, 0];
  }
  return { command, operands };
}

/** The option that takes the next word as a value: it stands last, or takes several and nothing but values follow. */
function openOption(command: Command, words: readonly string[]): Option | undefined {
  const place = words.findLastIndex((word) => word.startsWith('-'));
  const flag = words[place];
  const option = command.options.find(({ long, short }) => flag !== undefined && (flag === long || flag === short));
  if (option === undefined || !(option.required || option.optional)) return undefined;
  return option.variadic || place === words.length - 1 ? option : undefined;
}

function valuesOf(taker: Option | Argument, known: KnownValues): readonly Candidate[] {
  if (taker.argChoices !== undefined) return taker.argChoices.map((word) => ({ word, about: '' }));
  const flags = 'flags' in taker ? taker.flags : `<${taker.name()}>`;
  return known(/[<[]([a-z-]+)/.exec(flags)?.[1] ?? '') ?? [];
}

function optionsOf(command: Command): readonly Candidate[] {
  const visible = command.createHelp().visibleOptions(command);
  return visible.map(({ long, description }) => ({ word: long ?? '', about: description }));
}

function commandsOf(command: Command): readonly Candidate[] {
  const visible = command.createHelp().visibleCommands(command);
  return visible.map((one) => ({ word: one.name(), about: one.summary() || one.description() }));
}
