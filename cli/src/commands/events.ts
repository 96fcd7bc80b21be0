import type { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { addSimulatorOptions, type SimulatorFlags } from '../events/simulator-flags.ts';

/** Adds `gateproof events`: lists and resends the webhook events of a running simulator. */
export function addEventsCommand(program: Command, context: CliContext, finish: (exitCode: number) => void): void {
  const events = program.command('events').summary('list or resend webhook events of a running simulator');
  addSimulatorOptions(
    events.command('list').description('Prints each delivery of the account with what came of its attempts.'),
  ).action(async (flags: SimulatorFlags) => {
    const { listEvents } = await import('../events/run-events.ts');
    finish(await listEvents(flags, context));
  });
  addSimulatorOptions(
    events
      .command('resend')
      .description('Makes one more attempt at an event (evt_…) or a delivery (whd_…).')
      .argument('<id>'),
  ).action(async (id: string, flags: SimulatorFlags) => {
    const { resendEvent } = await import('../events/run-events.ts');
    finish(await resendEvent(id, flags, context));
  });
}
