import type { ResultDocument } from '@gateproof/harness';

/** What a run came to. */
export interface FinishedCommand {
  readonly exitCode: number;
  readonly document: Pick<ResultDocument, 'rules' | 'summary'>;
}

/** In what two runs of the same command differ: exit code, verdicts, causes and their ranks. One line each; none for equal ones. */
export function unlikeRuns(one: FinishedCommand, other: FinishedCommand): readonly string[] {
  const verdictOf = new Map(other.document.rules.map(({ rule, verdict }) => [rule, verdict]));
  const verdicts = one.document.rules
    .filter(({ rule, verdict }) => verdictOf.get(rule) !== verdict)
    .map(({ rule, verdict }) => `${rule}: ${verdict}, then ${verdictOf.get(rule) ?? 'nothing'}`);
  const exit = one.exitCode === other.exitCode ? [] : [`exit code ${one.exitCode}, then ${other.exitCode}`];
  const [before, after] = [causesOf(one), causesOf(other)];
  const causes = before === after ? [] : [`causes:\n${before}\nthen:\n${after}`];
  return [...exit, ...verdicts, ...causes];
}

function causesOf({ document }: FinishedCommand): string {
  return (document.summary.causes ?? []).map(({ id, folded }) => `${id} (${folded.length})`).join('\n');
}
