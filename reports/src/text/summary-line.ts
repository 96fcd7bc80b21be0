import type { ResultDocument } from '@gateproof/harness';
import { counted } from './cut-text.ts';
import { exitMeanings } from './exit-meaning.ts';
import type { Style } from './style.ts';
import { verdictLooks, verdictOrder } from './verdict-look.ts';

/** Counts of all verdicts that occurred, then the exit code with its meaning. */
export function summaryLine(document: ResultDocument, style: Style): string {
  const counts = verdictOrder
    .map((verdict) => ({ verdict, count: document.summary.verdicts[verdict] }))
    .filter(({ count }) => count > 0)
    .map(({ verdict, count }) => {
      const look = verdictLooks[verdict];
      return look.paint(style)(`${count.toLocaleString('en-US')} ${look.counted(count)}`);
    });
  const code = document.summary.exitCode;
  const paint = code === 0 ? style.green : style.red;
  const of = `of ${counted(document.rules.length, 'rule')}`;
  const judged = document.rules.some(({ verdict }) => verdict !== 'not-applicable' && verdict !== 'not-claimed');
  const isStale =
    code === 1 &&
    document.summary.verdicts.fail + document.summary.verdicts.flaky === 0 &&
    (document.baseline?.stale.length ?? 0) > 0;
  const meaning =
    code === 0 && !judged
      ? 'no rule is broken, but none was judged'
      : isStale
        ? 'the baseline no longer holds'
        : exitMeanings[code];
  return `${counts.length === 0 ? 'nothing decided' : counts.join(', ')} ${of} · ${paint(`exit ${code}: ${meaning}`)}`;
}
