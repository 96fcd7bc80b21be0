import { InvalidArgumentError, Option } from 'commander';

/** `--deviation`, which may stand once: the last of two would silently win, and its run would seem to clear the first. */
export function deviationOption(words: string): Option {
  return new Option('--deviation <id>', words).argParser((id: string, before?: string) => {
    if (before === undefined) return id;
    throw new InvalidArgumentError(`A run has one deviation, and ${before} was given before.`);
  });
}
