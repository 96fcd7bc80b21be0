import type { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import type { CompareRequest } from '../compare/run-compare.ts';

const help = `
Examples:
  npx gateproof gateway --profile gateway.yaml --json now.json
  npx gateproof compare main.json now.json --markdown changes.md

What was found is compared: known failures and declared differences are broken rules. A rule that fails now and was not tested before (blocked,
inconclusive, not applicable) is listed as seen to be broken now: it may have been broken all along. Rules that only one result has are listed. Neither
fails the comparison.

Exit codes:
  0  no rule became broken, and each that was tested before is tested now
  1  a rule became broken
  2  wrong usage, or no result document
  3  no rule became broken, but some are not tested any more`;

/** Adds `gateproof compare`: what changed from one result to another. */
export function addCompareCommand(program: Command, context: CliContext, finish: (exitCode: number) => void): void {
  program
    .command('compare')
    .summary('what changed from one result to another')
    .description(
      'Prints the rules that became broken, were fixed, are seen to be broken now, are not tested any more, or are new.',
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
