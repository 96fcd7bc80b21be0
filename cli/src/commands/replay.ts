import type { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import type { TargetFlags } from '../target-flags.ts';
import { withTargetFlags } from '../target-flags.ts';

const help = `
Examples:
  npx gateproof gateway --url http://localhost:8080 --json run.json
  npx gateproof replay run.json stream.failure.done-follows --url http://localhost:8080
  npx gateproof replay stream.failure.done-follows --url http://localhost:8080
  npx gateproof replay client.json client.retry.same-key -- node driver.js

Name the target again, as the replay command of the report does: a result is data, and what it names is neither started nor sent the key unless you
say so, here or when asked at a terminal. The built-in simulator needs no name. Secrets are never kept in a result: give the key again as GATEPROOF_KEY.

Exit codes:
  0  the rule holds now
  1  the case breaks the rule again
  2  wrong usage, or a result without such a failure
  3  the case could not be decided
  4  the target could not be reached
  5  the harness itself failed`;

/** Adds `gateproof replay`: runs the case of one failure again, in one execution. */
export function addReplayCommand(program: Command, context: CliContext, finish: (exitCode: number) => void): void {
  const command = program
    .command('replay')
    .summary('run one failing case of a result again')
    .description('Runs the smallest case of one failure again, in one execution, and prints what it shows now.')
    .argument('[result]', 'result document that --json wrote; left out: that of the last run of this folder')
    .argument('[rule]', 'id of a rule that failed in it')
    .argument('[driver...]', "for a client: its driver's command, after --");
  withTargetFlags(command)
    .addHelpText('after', help)
    .action(async (result: string | undefined, rule: string | undefined, driver: string[], flags: TargetFlags) => {
      const { runReplay } = await import('../replay/run-replay.ts');
      const words = [result, rule, ...driver].filter((word) => word !== undefined);
      finish(await runReplay({ words, flags }, context));
    });
}
