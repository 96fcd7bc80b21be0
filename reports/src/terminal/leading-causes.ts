import type { CauseRecord, ResultDocument, RuleRecord } from '@gateproof/harness';

/** So many causes lead a report; the failures of the others stand on one line each. */
const maxLeading = 10;

/** The causes that a report begins with, the most important first. */
export function leadingCauses({ summary }: ResultDocument): readonly CauseRecord[] {
  return summary.causes.slice(0, maxLeading);
}

/**
 * The failure that shows a cause: that of its own rule, otherwise the one of a rule below it whose case has the exchange of the cause, otherwise the
 * first below it.
 */
export function failureOfCause({ rules }: ResultDocument, cause: CauseRecord): RuleRecord | undefined {
  const failed = rules.filter(({ failure }) => failure !== undefined);
  const below = failed.filter(({ rule }) => cause.folded.includes(rule));
  return (
    failed.find(({ rule }) => rule === cause.rule) ??
    below.find(({ failure }) => failure?.exchanges.includes(cause.exchange ?? '') === true) ??
    below[0]
  );
}
