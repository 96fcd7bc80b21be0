import { loadRules } from '@gateproof/spec';
import { judgeReceiver } from '../judge-receiver.ts';
import type { CrossedReceiver } from './mutant.ts';
import { serveCrossedReceiver } from './serve-crossed-receiver.ts';

const secrets: readonly [string, string] = ['whsec_Newest0123456789abcdef', 'whsec_Previous0123456789abc'];
const statements = new Map(loadRules().map(({ id, statement }) => [id, statement]));

/** How a crossed receiver came out. */
export interface CrossedOutcome {
  readonly id: string;
  readonly outcome: 'killed' | 'killed by another rule' | 'warned' | 'survived';
  readonly red: readonly string[];
  readonly warned: readonly string[];
  readonly undecided: readonly string[];
}

/** Whether the id and statement of a rule, or what its failure expected, speak of what is crossed in a mutant. */
export function speaksOf({ words }: Pick<CrossedReceiver, 'words'>, rule: string, expected = ''): boolean {
  return words.some((word) => word.test(`${rule} ${statements.get(rule) ?? ''} ${expected}`));
}

/** Judges one crossed receiver by the whole receiver suite, or by the rules whose ids begin with `only`. */
export async function judgeCrossed(mutant: CrossedReceiver, only = ''): Promise<CrossedOutcome> {
  const served = await serveCrossedReceiver(mutant.changes, secrets);
  try {
    const { rules } = await judgeReceiver(served, secrets, { only });
    const of = (...verdicts: string[]) =>
      rules.filter(({ verdict }) => verdicts.includes(verdict)).map(({ rule }) => rule);
    const [red, warned] = [of('fail'), of('warn')];
    const rest = warned.length > 0 ? 'warned' : 'survived';
    const speaks = rules.some(
      ({ rule, verdict, failure }) => verdict === 'fail' && speaksOf(mutant, rule, failure?.expected),
    );
    const outcome = speaks ? 'killed' : red.length > 0 ? 'killed by another rule' : rest;
    return { id: mutant.id, outcome, red, warned, undecided: of('inconclusive', 'blocked') };
  } finally {
    await served.close();
  }
}
