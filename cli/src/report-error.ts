import type { ExitCode } from '@gateproof/reports';
import { visibleText } from '@gateproof/reports';
import type { Output } from './cli-context.ts';

/** What the errors of all packages that are no fault of the harness say in their field `fault`, with the exit code of each. */
const exitCodes: ReadonlyMap<unknown, ExitCode> = new Map([
  ['usage', 2],
  ['interrupted', 3],
  ['unreachable', 4],
]);

const shownLines = 20;

/** Prints an error that ended a command and returns its exit code: one line for the user's own, a stack for a fault of the harness. */
export function reportError(error: unknown, stderr: Output): ExitCode {
  const code = error instanceof Error && 'fault' in error ? exitCodes.get(error.fault) : undefined;
  const message = visibleText(error instanceof Error ? error.message : String(error));
  if (code !== undefined) {
    stderr.write(`gateproof: ${message}\n`);
    const detail = detailOf(error);
    for (const line of detail.slice(0, shownLines)) stderr.write(`  | ${visibleText(line)}\n`);
    if (detail.length > shownLines) stderr.write(`  | … and ${detail.length - shownLines} more\n`);
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
