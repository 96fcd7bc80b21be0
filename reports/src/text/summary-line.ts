import type { ResultDocument, Verdict } from '@gateproof/harness';
import { counted } from './cut-text.ts';
import { exitMeanings } from './exit-meaning.ts';
import type { Style } from './style.ts';
import { verdictLooks, verdictOrder } from './verdict-look.ts';

/** Counts of all verdicts that occurred, then the exit code with its meaning. */
export function summaryLine(document: ResultDocument, style: Style): string {
  const { exitCode, verdicts } = document.summary;
  const present = verdictOrder.filter((verdict) => verdicts[verdict] > 0);
  const counts = present.map((verdict) => verdictLooks[verdict].paint(style)(verdictCount(verdict, verdicts)));
  const of = `of ${counted(document.rules.length, 'rule')}`;
  const paint = exitCode === 0 ? style.green : style.red;
  const meaning = paint(`exit ${exitCode}: ${meaningOf(document)}`);
  return `${counts.length === 0 ? 'nothing decided' : counts.join(', ')} ${of} · ${meaning}`;
}

/** `3 failed`, `1,204 passed`. */
export function verdictCount(verdict: Verdict, verdicts: Readonly<Record<Verdict, number>>): string {
  return `${verdicts[verdict].toLocaleString('en-US')} ${verdictLooks[verdict].counted(verdicts[verdict])}`;
}

const decidedVerdicts: readonly Verdict[] = ['pass', 'warn', 'fail', 'flaky', 'known', 'provisional', 'differs'];

/** The meaning of a run's exit code, never that nothing is broken where nothing was decided. */
export function meaningOf({ summary: { exitCode, verdicts, causes }, run, baseline }: ResultDocument): string {
  const isDecided = decidedVerdicts.some((verdict) => verdicts[verdict] > 0);
  if (!isDecided && (exitCode === 0 || exitCode === 3)) {
    return run.requests === 0 ? 'no rule was decided: no request was sent' : 'no rule was decided';
  }
  if (exitCode !== 1 || verdicts.fail + verdicts.flaky > 0) return exitMeanings[exitCode];
  if (causes.some(({ kind }) => kind === 'crash')) return 'the target crashes';
  return (baseline?.stale.length ?? 0) > 0 ? 'the baseline no longer holds' : 'a rule warns, and the run is strict';
}
