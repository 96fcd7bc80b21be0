import type { ResultDocument, Verdict } from '@gateproof/harness';
import { counted } from './cut-text.ts';
import { exitMeanings } from './exit-meaning.ts';
import type { Style } from './style.ts';
import { verdictLooks, verdictOrder } from './verdict-look.ts';

/** Counts of all verdicts that occurred, then the exit code with its meaning. */
export function summaryLine(document: ResultDocument, style: Style): string {
  const { exitCode, verdicts } = document.summary;
  const counts = verdictOrder
    .map((verdict) => ({ verdict, count: verdicts[verdict] }))
    .filter(({ count }) => count > 0)
    .map(({ verdict, count }) => {
      const look = verdictLooks[verdict];
      return look.paint(style)(`${count.toLocaleString('en-US')} ${look.counted(count)}`);
    });
  const of = `of ${counted(document.rules.length, 'rule')}`;
  const paint = exitCode === 0 ? style.green : style.red;
  const meaning = paint(`exit ${exitCode}: ${meaningOf(document)}`);
  return `${counts.length === 0 ? 'nothing decided' : counts.join(', ')} ${of} · ${meaning}`;
}

const decidedVerdicts: readonly Verdict[] = ['pass', 'warn', 'fail', 'flaky', 'known', 'differs'];

/** The meaning of the exit code, never that nothing is broken where nothing was decided. */
function meaningOf({ summary: { exitCode, verdicts, causes }, run, baseline }: ResultDocument): string {
  const isDecided = decidedVerdicts.some((verdict) => verdicts[verdict] > 0);
  if (!isDecided && (exitCode === 0 || exitCode === 3)) {
    return run.requests === 0 ? 'no rule was decided: no request was sent' : 'no rule was decided';
  }
  if (exitCode !== 1 || verdicts.fail + verdicts.flaky > 0) return exitMeanings[exitCode];
  if (causes.some(({ kind }) => kind === 'crash')) return 'the target crashes';
  return (baseline?.stale.length ?? 0) > 0 ? 'the baseline no longer holds' : 'a rule warns, and the run is strict';
}
