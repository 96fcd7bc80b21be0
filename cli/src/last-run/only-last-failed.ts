import { visibleText } from '@gateproof/reports';
import { loadRules, type Party } from '@gateproof/spec';
import type { CliContext } from '../cli-context.ts';
import type { RunFlags } from '../run-flags.ts';
import { shellWords } from '../shell-words.ts';
import { UsageError } from '../usage-error.ts';
import { type LastRun, lastRun } from './last-run.ts';

/**
 * The flags with the rules that `--last-failed` stands for, whose number is printed. Undefined where none was red: that is printed, and nothing is to be run.
 * Throws `UsageError` where no run of this folder is known.
 */
export function onlyLastFailed<Flags extends RunFlags>(
  flags: Flags,
  party: Party,
  context: CliContext,
): Flags | undefined {
  if (flags.lastFailed !== true) return flags;
  const last = lastRun(party, context);
  if (last === undefined) {
    throw new UsageError(
      `--last-failed knows of no earlier run of npx gateproof ${party} in this folder; run it once without`,
    );
  }
  const red = loadRules()
    .map(({ id }) => id)
    .filter((id) => last.red.includes(id));
  if (red.length === 0) {
    context.stdout.write(`no rule was red in the last run (${runOf(last)}); nothing is run\n`);
    return undefined;
  }
  context.stderr.write(`red in the last run (${runOf(last)}): ${red.length}, which are run again\n`);
  return { ...flags, only: red, brokenBy: last.brokenBy ?? {} };
}

function runOf({ startedAt, target }: LastRun): string {
  const name = target.length === 0 ? 'the built-in simulator' : shellWords(target);
  return visibleText(`${startedAt.replace(/\.\d+Z$/, 'Z')}, ${name}`);
}
