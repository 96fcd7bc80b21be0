import type { Rule } from '@gateproof/spec';
import type { Mutant } from './mutants.ts';

/** Whether the id or sentence of a rule, or what was said of its failure, names what the mutant changed: the field, or what is done. */
export function speaksOf({ id, statement }: Pick<Rule, 'id' | 'statement'>, mutant: Mutant, failure = ''): boolean {
  const text = wordsOf(`${id} ${statement} ${failure}`);
  return namesOf(mutant).some((name) => text.includes(wordsOf(name)));
}

function namesOf({ field, command, place: { route } }: Mutant): readonly string[] {
  const name = field?.path.findLast((part) => part !== '*');
  if (name === undefined) return commandWords(command ?? '', route);
  return [name, ...(name === 'idempotency-key' ? ['idempotency'] : []), ...(name === '[DONE]' ? ['done'] : [])];
}

const wordsOf = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ');

function commandWords(command: string, route: string): readonly string[] {
  const code = /^next-code-for-(.+)/.exec(command)?.[1];
  if (code !== undefined) return [code];
  if (route === 'delivery') return ['attempt', 'delivered', 'delivery', 'acknowledged'];
  return [route.startsWith('job') ? 'cancel' : 'idempotency', 'once', 'twice', 'second', 'charged', 'without effect'];
}
