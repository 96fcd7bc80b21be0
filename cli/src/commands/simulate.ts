import { type Command, Option } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { deviationOption } from '../deviation-option.ts';
import { maxSeed, wholeNumber } from '../numbers.ts';
import type { SimulateFlags } from '../simulate/simulate-flags.ts';
import { webUrl } from '../web-url.ts';

const examples = `
Examples:
  npx gateproof simulate
  npx gateproof simulate --port 0 --seed 7
  npx gateproof simulate --forward-webhooks http://localhost:3000/hook
  npx gateproof simulate --replies replies.yaml
  npx gateproof simulate --cassette cassette.yaml --cassette-only
  npx gateproof simulate --data gateway.sqlite
  npx gateproof simulate --data postgres://gateproof@localhost/gateproof
  npx gateproof simulate --list-deviations
  npx gateproof simulate --deviation stream.failure.done-follows`;

/** Adds `gateproof simulate`: starts the reference gateway until the user stops it. */
export function addSimulateCommand(program: Command, context: CliContext, finish: (exitCode: number) => void): void {
  program
    .command('simulate')
    .summary('start the reference gateway')
    .description(
      'Starts the reference gateway, with a default account and models that need nothing else. Ends on Ctrl-C.',
    )
    .addOption(new Option('--port <n>', 'port; 0 takes any free one').argParser(wholeNumber(0, 65_535)).default(8080))
    .addOption(new Option('--host <address>', 'address to listen on').default('127.0.0.1'))
    .addOption(new Option('--seed <n>', 'seed of every id and reply').argParser(wholeNumber(0, maxSeed)))
    .addOption(
      new Option(
        '--data <place>',
        'keep everything in this file, or in this PostgreSQL database (postgres://…) that several simulators share as replicas (default: memory alone)',
      ).env('GATEPROOF_DATA'),
    )
    .option('--replica-host <name>', 'how other replicas reach this machine (default: 127.0.0.1)')
    .option('--replies <file>', 'canned replies of every account, as YAML or JSON')
    .option('--cassette <file>', 'recorded exchanges that answer first, as npx gateproof record writes them')
    .option('--cassette-only', 'refuse what the cassette has no answer for (default: the simulator answers)')
    .option('--no-cassette-pauses', 'answer at once, without the recorded pauses')
    .option('--key <key>', 'API key of the default account')
    .addOption(
      new Option('--testbed-token <token>', 'opens the testbed to other machines that send it').env(
        'GATEPROOF_TESTBED_TOKEN',
      ),
    )
    .option('--prefix <word>', 'service prefix in headers and fields (default: svc)')
    .addOption(deviationOption('break one rule on purpose'))
    .option('--variation <id...>', 'use a freedom of the contract')
    .option('--allow-local-webhooks', 'take webhook endpoints at http://localhost as well')
    .addOption(
      new Option(
        '--forward-webhooks <url>',
        'post every webhook event there, too; http and localhost are fine; may be given again',
      ).argParser((text, urls: readonly string[] = []) => [...urls, webUrl(text)]),
    )
    .option('--list-deviations', 'print the deviations and end')
    .option('--list-variations', 'print the variations and end')
    .addHelpText('after', examples)
    .action(async (flags: SimulateFlags) => {
      const { runSimulate } = await import('../simulate/run-simulate.ts');
      finish(await runSimulate(flags, context));
    });
}
