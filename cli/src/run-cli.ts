import { CommanderError } from 'commander';
import type { CliContext } from './cli-context.ts';
import { buildProgram } from './program.ts';
import { reportError } from './report-error.ts';

/** Runs one command line (without `node` and the script) and returns its exit code. Never throws. */
export async function runCli(argv: readonly string[], context: CliContext): Promise<number> {
  let exitCode = 0;
  try {
    const program = buildProgram(context, (code) => {
      exitCode = code;
    });
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    return reportError(error, context.stderr);
  }
}
