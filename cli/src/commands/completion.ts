import { Argument, type Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { type Shell, shellScripts, shells } from '../completion/shell-scripts.ts';

const help = `
Examples:
  source <(gateproof completion bash)                                       in ~/.bashrc
  source <(gateproof completion zsh)                                        in ~/.zshrc, after compinit
  gateproof completion fish > ~/.config/fish/completions/gateproof.fish

Commands, options, their choices, rules and classes are completed for the command gateproof, which must be in the PATH: npm install --global gateproof, or
PATH=node_modules/.bin:$PATH.`;

/** Adds `gateproof completion`, which prints what a shell reads, and `gateproof complete`, which that asks for the words. */
export function addCompletionCommands(program: Command, context: CliContext, finish: (exitCode: number) => void): void {
  program
    .command('completion')
    .summary('print what a shell completes commands with')
    .description('Prints a script that lets a shell complete commands, options, rules and classes.')
    .addArgument(new Argument('<shell>', 'the shell that reads it').choices(shells))
    .addHelpText('after', help)
    .action((shell: Shell) => {
      context.stdout.write(shellScripts[shell]);
      finish(0);
    });
  program
    .command('complete', { hidden: true })
    .description(
      'Prints the words that may stand in the place of the last one, one on a line; for the scripts of completion.',
    )
    .argument('[word...]', 'what stands behind gateproof up to the cursor')
    .action(async (words: string[]) => {
      const { runComplete } = await import('../completion/run-complete.ts');
      finish(runComplete(program, words, context));
    });
}
