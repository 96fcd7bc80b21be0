import type { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import type { RejudgeRequest } from '../rejudge/run-rejudge.ts';

const help = `
Example:
  npx gateproof rejudge run.json

Nothing is sent. The exchanges that the result keeps are a part of those of its run, so that a verdict changes only where they show it; rules that send
requests of their own stay as they were.

Exit codes:
  0  no rule became broken
  1  a rule became broken
  2  wrong usage, or no result document`;

/** Adds `gateproof rejudge`: the standing rules of a result, decided again by the checks of this version. */
export function addRejudgeCommand(program: Command, context: CliContext, finish: (exitCode: number) => void): void {
  program
    .command('rejudge')
    .summary('decide the standing rules of a result again')
    .description(
      'Decides the standing rules again by the checks of this version, from the exchanges that a result keeps, and prints what changed.',
    )
    .argument('<result>', 'result document that --json wrote')
    .option('--markdown <file>', 'write the changes for a comment')
    .addHelpText('after', help)
    .action(async (result: string, flags: RejudgeRequest['flags']) => {
      const { runRejudge } = await import('../rejudge/run-rejudge.ts');
      finish(runRejudge({ result, flags }, context));
    });
}
