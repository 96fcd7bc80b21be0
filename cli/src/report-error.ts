import type { ExitCode } from '@gateproof/reports';
import { visibleText } from '@gateproof/reports';
import type { Output } from './cli-context.ts';

/** Error names that the packages below give to what the user can put right, with the exit code of each. */
const expectedErrors: Readonly<Record<string, ExitCode>> = {
  UsageError: 2,
  ProfileError: 2,
  DataFileError: 2,
  UnreachableError: 4,
};

/** Prints an error that ended a command and returns its exit code: one line for the user's own, a stack for a fault of the harness. */
export function reportError(error: unknown, stderr: Output): ExitCode {
  const code = error instanceof Error ? expectedErrors[error.name] : undefined;
  const message = visibleText(error instanceof Error ? error.message : String(error));
  if (code !== undefined) {
    stderr.write(`gateproof: ${message}\n`);
    for (const line of detailOf(error)) stderr.write(`  | ${visibleText(line)}\n`);
    return code;
  }
  const stack = error instanceof Error ? (error.stack ?? message) : message;
  stderr.write(`gateproof: a fault of gateproof itself, not of the target: ${message}\n${visibleText(stack)}\n`);
  stderr.write('Please report it with the command that you ran and the text above.\n');
  return 5;
}

/** What stands behind a message, such as the last lines that a started gateway printed; one line is in the message already. */
function detailOf(error: unknown): readonly string[] {
  if (!(error instanceof Error) || !('detail' in error) || !Array.isArray(error.detail)) return [];
  const lines: unknown[] = error.detail;
  return lines.length < 2 ? [] : lines.map(String);
}
