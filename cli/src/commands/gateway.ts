import { type Command, Option } from 'commander';
import { type ChoiceFlags, chosenTarget, withChoiceFlags } from '../chosen-target.ts';
import type { CliContext } from '../cli-context.ts';
import { exitCodeHelp } from '../exit-code-help.ts';
import type { GatewayFlags } from '../gateway/gateway-flags.ts';
import { withRunFlags } from '../run-flags.ts';
import { withTargetFlags } from '../target-flags.ts';

const examples = `
Examples:
  npx gateproof gateway --effort quick
  npx gateproof gateway --url https://gateway.example --only stream. auth.key.missing
  npx gateproof gateway --profile gateway.yaml --json run.json --junit junit.xml --markdown summary.md
  npx gateproof gateway --url http://localhost:8080 --watch
  npx gateproof gateway --deviation stream.failure.done-follows

The key is best given as GATEPROOF_KEY, which keeps it out of the list of processes.
Ctrl-C ends the run and reports what is finished; twice ends at once.`;

/** Adds `gateproof gateway`: runs the gateway suite against a target. */
export function addGatewayCommand(program: Command, context: CliContext, finish: (exitCode: number) => void): void {
  const command = program
    .command('gateway')
    .summary('judge a gateway by every rule of the contract')
    .description('Runs the gateway suite against a target and reports, rule by rule, whether it keeps the contract.');
  const watch = 'run what is red again when the gateway comes back or Enter is pressed; q ends it';
  withRunFlags(withChoiceFlags(withTargetFlags(command)))
    .addOption(new Option('--watch', watch).conflicts('shard').helpGroup('Run:'))
    .addHelpText('after', `${examples}\n${exitCodeHelp()}`)
    .action(async (flags: GatewayFlags & ChoiceFlags) => {
      const { runGateway } = await import('../gateway/run-gateway.ts');
      finish(await runGateway(chosenTarget(flags, context), context));
    });
}
