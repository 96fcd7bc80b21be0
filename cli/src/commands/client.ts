import type { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { type ClientTargetFlags, withClientFlags } from '../client/client-flags.ts';
import { exitCodeHelp } from '../exit-code-help.ts';
import { type RunFlags, withRunFlags } from '../run-flags.ts';

const examples = `
Examples:
  npx gateproof client -- node examples/drivers/fetch-driver.ts
  npx gateproof client --only client.retry. --json run.json -- python3 examples/drivers/python-driver.py

The command is a driver: a small program that lets a client SDK be driven by JSON lines (docs/driver-protocol.md).`;

/** Adds `gateproof client`: drives a client SDK against a scripted gateway and judges what it does. */
export function addClientCommand(program: Command, context: CliContext, finish: (exitCode: number) => void): void {
  const command = program
    .command('client')
    .summary('judge a client SDK')
    .description(
      'Drives a client SDK through its driver against a gateway that answers as scripted, and judges what the gateway saw and what the driver said.',
    )
    .argument('<command...>', "the driver's command, after --");
  withRunFlags(withClientFlags(command))
    .addHelpText('after', `${examples}\n${exitCodeHelp()}`)
    .action(async (driver: string[], flags: ClientTargetFlags & RunFlags) => {
      const { runClient } = await import('../client/run-client.ts');
      finish(await runClient(driver, flags, context));
    });
}
