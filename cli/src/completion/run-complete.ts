import { loadClasses, loadRules } from '@gateproof/spec';
import type { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { candidates, type KnownValues } from './candidates.ts';

const firstSentence = (text: string) => text.replace(/[\t\n]/g, ' ');

/** What stands behind the placeholders of options and arguments that name something of the contract. */
const known: KnownValues = (placeholder) => {
  switch (placeholder) {
    case 'rule':
    case 'id':
      return loadRules().map(({ id, statement }) => ({ word: id, about: statement }));
    case 'class':
      return loadClasses().map(({ id, title }) => ({ word: id, about: title }));
    default:
      return undefined;
  }
};

/** Prints the words that may stand in the place of the last one, each with a tab and what it does. Returns 0. */
export function runComplete(program: Command, words: readonly string[], { stdout }: CliContext): number {
  for (const { word, about } of candidates(program, words, known)) stdout.write(`${word}\t${firstSentence(about)}\n`);
  return 0;
}
