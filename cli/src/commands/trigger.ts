import { Argument, type Command, Option } from 'commander';
import type { CliContext } from '../cli-context.ts';
import type { EventType, TriggerFlags } from '../events/run-trigger.ts';
import { addSimulatorOptions } from '../events/simulator-flags.ts';

const examples = `
Examples:
  npx gateproof trigger job.succeeded
  npx gateproof trigger job.failed --job transcription --url http://127.0.0.1:9000

Exit code 0: every delivery was acknowledged; 1: one was not; 3: nobody gets the event.`;

/** Adds `gateproof trigger`: lets a webhook event come about on a running simulator. */
export function addTriggerCommand(program: Command, context: CliContext, finish: (exitCode: number) => void): void {
  const command = program
    .command('trigger')
    .summary('send a webhook event from a running simulator')
    .description(
      'Lets a job end on a running simulator, so that its event goes to the webhook endpoints of the account.',
    )
    .addArgument(new Argument('<event>').choices(['job.succeeded', 'job.failed', 'job.canceled']))
    .addOption(new Option('--job <kind>', 'what the job makes').choices(['image', 'transcription']).default('image'));
  addSimulatorOptions(command)
    .addHelpText('after', examples)
    .action(async (type: EventType, flags: TriggerFlags) => {
      const { runTrigger } = await import('../events/run-trigger.ts');
      finish(await runTrigger(type, flags, context));
    });
}
