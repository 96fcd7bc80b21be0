import { visibleText } from '@gateproof/reports';
import type { CliContext } from '../cli-context.ts';
import { shellWords } from '../shell-words.ts';
import { UsageError } from '../usage-error.ts';

/** What a result file names, as the arguments that would name it on the command line. */
export interface NamedByFile {
  readonly file: string;
  readonly arguments: readonly string[];
}

/** Asks a question that is answered with yes or no; rejects when the person ends the command. */
export type Confirm = (message: string) => Promise<boolean>;

/**
 * Asks whether to reach the target that a result file names. The file is data and may come from anybody: it could name a command to run, or a host that
 * would be sent the key of this environment. Throws `UsageError` where nobody can be asked, or the answer is no.
 */
export async function confirmTarget(
  { file, arguments: named }: NamedByFile,
  context: CliContext,
  confirm: Confirm | undefined = atTerminal(context),
): Promise<void> {
  // In one line, so that what a file names can't look like an answer or a question of its own.
  const again = visibleText(shellWords(named)).replaceAll('\n', '\\n');
  if (confirm === undefined) {
    throw new UsageError(
      `${file} names its target itself, and a file is not trusted with that; name it again: ${again}`,
    );
  }
  const message = `${file} names the target ${again}. Start what it names and send it requests?`;
  if (await confirm(message).catch(() => false)) return;
  throw new UsageError('nothing was replayed; name another target with --url or --profile');
}

function atTerminal({ stdout, interrupted: signal }: CliContext): Confirm | undefined {
  if (!stdout.isTerminal) return undefined;
  return async (message) => {
    const { confirm } = await import('@inquirer/prompts');
    return confirm({ message, default: false }, { signal });
  };
}
