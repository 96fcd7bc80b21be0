import type { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { exitCodeHelp } from '../exit-code-help.ts';
import type { MergeFlags } from '../merge/run-merge.ts';
import { withReportFlags } from '../report-flags.ts';

const examples = `
Examples:
  npx gateproof gateway --profile gateway.yaml --shard 1/2 --json 1.json
  npx gateproof gateway --profile gateway.yaml --shard 2/2 --json 2.json
  npx gateproof merge 1.json 2.json --json run.json --junit junit.xml --html report.html

The verdicts are those of one run of all rules: what a shard could not decide because another shard's rule is broken is blocked by that rule.`;

/** Adds `gateproof merge`: one result from those of all shards of a run. */
export function addMergeCommand(program: Command, context: CliContext, finish: (exitCode: number) => void): void {
  const command = program
    .command('merge')
    .summary("join the results of a run's shards")
    .description('Joins the results of all shards of one run, and reports them as one.')
    .argument('<result...>', 'result documents, one of each shard')
    .option('--strict', 'warnings turn the run red')
    .option('--baseline <file>', 'known failures, which do not turn the run red while they last');
  withReportFlags(command)
    .addHelpText('after', `${examples}\n${exitCodeHelp()}`)
    .action(async (files: readonly string[], flags: MergeFlags) => {
      const { runMerge } = await import('../merge/run-merge.ts');
      finish(await runMerge(files, flags, context));
    });
}
