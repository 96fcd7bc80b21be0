import { readSnippets } from './read-snippets.ts';

/** A command of a shell block. */
export interface ShellCommand {
  /** Page and line of its block, for the names of tests. */
  readonly place: string;
  /** Without quotes, comments and variables that are set for it. */
  readonly words: readonly string[];
  /** Why its block is not run by a test. */
  readonly notRun?: string;
}

const variable = /^[A-Z_]+=/;
const word = /(?:'[^']*'|"[^"]*"|[^\s'"])+/g;

/** The commands of all shell blocks of all pages, in their order. */
export function shellCommands(): readonly ShellCommand[] {
  return readSnippets()
    .filter(({ language }) => language === 'sh')
    .flatMap(({ page, line, text, notRun }) =>
      commandsOf(text).map((words) => ({
        place: `${page}:${line}`,
        words,
        ...(notRun === undefined ? {} : { notRun }),
      })),
    );
}

/** One list of words for each command of a shell script. */
export function commandsOf(script: string): readonly (readonly string[])[] {
  return script
    .replaceAll('\\\n', ' ')
    .split(/\n|&&/)
    .map(wordsOf)
    .filter((words) => words.length > 0);
}

function wordsOf(line: string): readonly string[] {
  const words = line.match(word) ?? [];
  const end = words.findIndex((one) => one.startsWith('#'));
  const command = end < 0 ? words : words.slice(0, end);
  const first = command.findIndex((one) => !variable.test(one));
  return command.slice(first).map((one) => one.replaceAll(/['"]/g, ''));
}
