import type { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { exitCodeHelp } from '../exit-code-help.ts';
import { type ReceiverTargetFlags, withReceiverFlags } from '../receiver/receiver-flags.ts';
import { type RunFlags, withRunFlags } from '../run-flags.ts';

const examples = `
Examples:
  npx gateproof receiver --url http://localhost:3000/hook --secret whsec_test
  npx gateproof receiver --url http://localhost:3000/hook --observer http://localhost:3000/effects
  npx gateproof receiver --url https://hooks.example/in --only receiver.time. --json run.json

The secret is best given as GATEPROOF_WEBHOOK_SECRET, which keeps it out of the list of processes.`;

/** Adds `gateproof receiver`: delivers genuine and forged events to a webhook receiver and judges its answers. */
export function addReceiverCommand(program: Command, context: CliContext, finish: (exitCode: number) => void): void {
  const command = program
    .command('receiver')
    .summary('judge a webhook receiver')
    .description(
      'Delivers genuine, forged, stale, repeated and oddly spelled events to a webhook receiver, and reports whether it verifies, de-duplicates and answers as the contract asks.',
    );
  withRunFlags(withReceiverFlags(command))
    .addHelpText('after', `${examples}\n${exitCodeHelp()}`)
    .action(async (flags: ReceiverTargetFlags & RunFlags) => {
      const { runReceiver } = await import('../receiver/run-receiver.ts');
      finish(await runReceiver(flags, context));
    });
}
