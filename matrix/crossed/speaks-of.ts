import type { RuleRecord } from '@gateproof/harness';
import { loadRules } from '@gateproof/spec';
import type { Mutant } from './mutants.ts';

const sentences = new Map(loadRules().map(({ id, statement }) => [id, statement]));

/** Whether a red rule's id, sentence or failure names what the mutant changed: the last part of the field, or the command's words. */
export function speaksOf({ rule, failure }: RuleRecord, { field, command, place }: Mutant): boolean {
  const text = wordsOf(`${rule} ${sentences.get(rule) ?? ''} ${failure?.expected ?? ''} ${failure?.observed ?? ''}`);
  const names = field?.path.filter((name) => name !== '*').slice(-1) ?? commandWords(command ?? '', place.route);
  return names.some((name) => text.includes(wordsOf(name)));
}

const wordsOf = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ');

function commandWords(command: string, route: string): readonly string[] {
  const code = /^next-code-for-(.+)/.exec(command)?.[1];
  if (code !== undefined) return [code];
  return [route.startsWith('job') ? 'cancel' : route, 'again', 'once', 'twice', 'run'];
}
