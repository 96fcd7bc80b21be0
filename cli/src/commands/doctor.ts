import type { Command } from 'commander';
import { type ChoiceFlags, chosenTarget, withChoiceFlags } from '../chosen-target.ts';
import type { CliContext } from '../cli-context.ts';
import type { TargetFlags } from '../target-flags.ts';
import { withTargetFlags } from '../target-flags.ts';

const help = `
Examples:
  npx gateproof doctor --profile gateway.yaml
  npx gateproof doctor --url http://localhost:8080

Exit codes:
  0  no line has a cross: the first answers are right, and every claimed capability does what it claims
  1  a first answer is not what the contract asks for
  2  wrong usage, or an error in the profile
  3  the target can not be tested, or a capability disagrees with its claim
  4  the target could not be reached`;

/** Adds `gateproof doctor`: reports what of a target is reachable and what to add next. */
export function addDoctorCommand(program: Command, context: CliContext, finish: (exitCode: number) => void): void {
  const command = program
    .command('doctor')
    .summary('report what a target can be judged on, and what to add next')
    .description(
      'Tries all that a profile claims, and reports how many rules can be decided now and what would unlock the most.',
    );
  withChoiceFlags(withTargetFlags(command))
    .addHelpText('after', help)
    .action(async (flags: TargetFlags & ChoiceFlags) => {
      const { runDoctor } = await import('../doctor/run-doctor.ts');
      finish(await runDoctor(chosenTarget(flags, context), context));
    });
}
