import type { ResultDocument, RuleRecord } from '@gateproof/harness';
import { failureText, styleFor } from '@gateproof/reports';

const body = { characters: 4_000, lines: 120 };

/** Fails the test of a rule. The message has all that is needed; there is no stack, because no line of the caller is at fault. */
export class BrokenRule extends Error {
  override readonly name = 'BrokenRule';
  constructor(message: string) {
    super(message);
    this.stack = `${this.name}: ${message}`;
  }
}

/** The text of a rule that did not pass: the whole of its failure, and the command that runs the test again with the same cases. */
export function brokenRuleText(document: ResultDocument, record: RuleRecord, seed: number): string {
  const again = `GATEPROOF_SEED=${seed} npx vitest run -t '${record.rule}'`;
  const shown = record.failure === undefined ? record : { ...record, failure: { ...record.failure, replay: again } };
  const lines = failureText(document, shown, { style: styleFor(false), body });
  const blocked = record.blockedBy === undefined ? [] : [`  blocked by ${record.blockedBy}`];
  const last = record.failure === undefined ? [`  again     ${again}`] : [];
  return [...lines, ...blocked, ...last].join('\n');
}
