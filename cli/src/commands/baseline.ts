import type { Command } from 'commander';
import type { BaselineFlags } from '../baseline/run-baseline.ts';
import type { CliContext } from '../cli-context.ts';

const examples = `
Examples:
  npx gateproof gateway --profile gateway.yaml --json run.json
  npx gateproof baseline run.json --reason 'ticket 12' --expires 2027-01-31
  npx gateproof gateway --profile gateway.yaml --baseline gateproof-baseline.yaml

A file that is there already keeps the reasons and days of rules that are still red, and loses those that are kept now.`;

/** Adds `gateproof baseline`: keeps what is red in a result as known failures. */
export function addBaselineCommand(program: Command, context: CliContext, finish: (exitCode: number) => void): void {
  program
    .command('baseline')
    .summary('keep what is red in a result as known failures')
    .description(
      'Writes the rules that are red in a result into a baseline, with which later runs are not red for them.',
    )
    .argument('<result>', 'result document that --json wrote')
    .option('--output <file>', 'baseline to write', 'gateproof-baseline.yaml')
    .option('--reason <text>', 'why they are left as they are')
    .option('--expires <day>', 'last day on which they are known, as YYYY-MM-DD (UTC)')
    .addHelpText('after', examples)
    .action(async (result: string, flags: BaselineFlags) => {
      const { runBaseline } = await import('../baseline/run-baseline.ts');
      finish(runBaseline(result, flags, context));
    });
}
