import type { ResultDocument } from '@gateproof/harness';
import type { Output } from '../cli-context.ts';
import { type BrokenBy, brokenByAfter, redAfter } from '../last-run/last-run.ts';
import { reportError } from '../report-error.ts';

/** Why something is run again: the target came back, or somebody wants what is red or all of it. */
export type Trigger = 'came-back' | 'red' | 'all' | 'end';

/** What a watch is made of. */
export interface Watch {
  /** Tests these rules, or all that were selected; `brokenBy` has the checks that broke standing rules before. Throws what a run throws. */
  judge(only: readonly string[] | undefined, brokenBy: BrokenBy): Promise<ResultDocument>;
  /** Resolves with what happens next; `end` is what ends the watch. */
  next(): Promise<Trigger>;
  readonly stderr: Output;
  readonly strict?: boolean;
}

/**
 * Judges once, and what is red again at each trigger, until one ends it: everything where nothing is red, or where it was asked for. Returns the exit code
 * of the last run. An error of the first run that more runs would not mend is thrown.
 */
export async function watch({ judge, next, stderr, strict }: Watch): Promise<number> {
  let red: readonly string[] = [];
  let brokenBy: BrokenBy = {};
  let exitCode = 0;
  let only: readonly string[] | undefined;
  for (let runs = 0; ; runs += 1) {
    try {
      const document = await judge(only, brokenBy);
      red = redAfter(only === undefined ? [] : red, document, strict);
      brokenBy = brokenByAfter(brokenBy, document);
      exitCode = document.summary.exitCode;
      if (document.run.cutShort?.reason === 'interrupted') return exitCode;
    } catch (error) {
      if (runs === 0 && !isUnreachable(error)) throw error;
      exitCode = reportError(error, stderr);
    }
    stderr.write(`\n${stateLine(red)}\n`);
    const trigger = await next();
    if (trigger === 'end') return exitCode;
    if (trigger === 'came-back') stderr.write('The gateway restarted.\n');
    only = trigger === 'all' || red.length === 0 ? undefined : red;
  }
}

function isUnreachable(error: unknown): boolean {
  return error instanceof Error && 'fault' in error && error.fault === 'unreachable';
}

function stateLine(red: readonly string[]): string {
  const failing = `${red.length} failing ${red.length === 1 ? 'rule' : 'rules'}`;
  const what = red.length === 0 ? 'all rules' : failing;
  return `Watching. Reruns ${what} when the gateway restarts or you press Enter · a: all · q: quit`;
}
