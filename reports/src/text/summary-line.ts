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

const testedVerdicts: ReadonlySet<Verdict> = new Set(['pass', 'warn', 'fail', 'flaky', 'differs']);

/** How many rules were tested, whatever a baseline or a rule set makes of them. */
function testedRules({ rules }: ResultDocument): number {
  return rules.filter((record) =>
    testedVerdicts.has(record.known?.verdict ?? record.provisional?.verdict ?? record.verdict),
  ).length;
}

/** The meaning of the exit code, never that nothing is broken where nothing was tested. */
export function meaningOf(document: ResultDocument): string {
  const { summary, run, baseline } = document;
  const { exitCode, verdicts, causes } = summary;
  const tested = testedRules(document);
  if (tested === 0 && (exitCode === 0 || exitCode === 3)) {
    return run.requests === 0 ? 'no rule was tested: no request was sent' : 'no rule was tested';
  }
  if (exitCode === 0) return unbrokenText(verdicts.known, `${tested} of ${document.rules.length} tested`);
  if (exitCode !== 1 || verdicts.fail + verdicts.flaky > 0) return exitMeanings[exitCode];
  if (causes.some(({ kind }) => kind === 'crash')) return 'the target crashes';
  return (baseline?.stale.length ?? 0) > 0 ? 'the baseline no longer holds' : 'a rule warns, and the run is strict';
}

/** `no rule broken (163 of 773 tested)`; with known failures `nothing new is broken (10 known), 163 of 773 tested`. */
function unbrokenText(known: number, tested: string): string {
  return known === 0 ? `no rule broken (${tested})` : `nothing new is broken (${known} known), ${tested}`;
}
