import type { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import type { CompareRequest } from '../compare/run-compare.ts';

const help = `
Examples:
  npx gateproof gateway --profile gateway.yaml --json now.json
  npx gateproof compare main.json now.json --markdown changes.md

What was found is compared: known failures and declared differences are broken rules. Rules that only one result has are listed, and turn nothing red.

Exit codes:
  0  no rule became broken, and none that was decided is undecided now
  1  a rule became broken
  2  wrong usage, or no result document
  3  no rule became broken, but some are not decided any more`;

/** Adds `gateproof compare`: what changed from one result to another. */
export function addCompareCommand(program: Command, context: CliContext, finish: (exitCode: number) => void): void {
  program
    .command('compare')
    .summary('what changed from one result to another')
    .description(
      'Prints the rules that became broken, were fixed, are not decided any more, or are new, from one result to another.',
    )
    .argument('<before>', 'result document of the earlier run')
    .argument('<after>', 'result document of the later run')
    .option('--markdown <file>', 'write the changes for a comment')
    .addHelpText('after', help)
    .action(async (before: string, after: string, flags: CompareRequest['flags']) => {
      const { runCompare } = await import('../compare/run-compare.ts');
      finish(runCompare({ before, after, flags }, context));
    });
}
