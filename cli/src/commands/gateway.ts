import { type Command, Option } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { exitCodeHelp } from '../exit-code-help.ts';
import type { GatewayFlags } from '../gateway/gateway-flags.ts';
import { maxSeed, wholeNumber } from '../numbers.ts';
import { withTargetFlags } from '../target-flags.ts';

const examples = `
Examples:
  gateproof gateway --effort quick
  gateproof gateway --url https://gateway.example --only stream. auth.key.missing
  gateproof gateway --profile gateway.yaml --json run.json --junit junit.xml --markdown summary.md
  gateproof gateway --deviation stream.failure.done-follows

The key is best given as GATEPROOF_KEY, which keeps it out of the list of processes.
Ctrl-C ends the run and reports what is finished; twice ends at once.`;

/** Adds `gateproof gateway`: runs the gateway suite against a target. */
export function addGatewayCommand(program: Command, context: CliContext, finish: (exitCode: number) => void): void {
  const command = program
    .command('gateway')
    .summary('judge a gateway by every rule of the contract')
    .description('Runs the gateway suite against a target and tells, rule by rule, whether it keeps the contract.');
  withTargetFlags(command);
  addGroup(command, 'Run:', [
    new Option('--only <rule...>', 'only these rules: ids, beginnings such as stream. or globs such as *.type'),
    new Option('--seed <n>', 'seed of all generated cases (default: drawn, and printed)').argParser(
      wholeNumber(0, maxSeed),
    ),
    new Option('--effort <effort>', 'how many cases').choices(['quick', 'standard', 'thorough']),
    new Option('--concurrency <n>', 'checks that run side by side (default: 8)').argParser(wholeNumber(1, 64)),
    new Option('--time-limit <s>', 'limit of the whole run in seconds (default: 600)').argParser(
      wholeNumber(1, 86_400),
    ),
    new Option('--strict', 'warnings turn the run red'),
  ]);
  addGroup(command, 'Reports:', [
    new Option('--json <file>', 'write the result document, which replay reads; - for standard output'),
    new Option('--junit <file>', 'write JUnit XML'),
    new Option('--markdown <file>', 'write a summary for a CI page'),
    new Option('--quiet', 'print only what is wrong and the summary line'),
  ]);
  command.addHelpText('after', `${examples}\n${exitCodeHelp()}`).action(async (flags: GatewayFlags) => {
    const { runGateway } = await import('../gateway/run-gateway.ts');
    finish(await runGateway(flags, context));
  });
}

function addGroup(command: Command, heading: string, options: readonly Option[]): void {
  for (const option of options) command.addOption(option.helpGroup(heading));
}
