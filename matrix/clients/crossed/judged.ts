import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Why mutants need not be killed. */
export interface Judgement {
  /** `*` stands for any text without a slash, `**` for any text. */
  readonly mutants: readonly string[];
  /** The same as the original; allowed by the contract; nothing that the driver protocol lets see; left open by the contract. */
  readonly verdict: 'equal' | 'legal' | 'silent' | 'open';
  readonly because: string;
}

export const loadJudgements = (): readonly Judgement[] =>
  (parse(readFileSync(join(import.meta.dirname, 'judged.yaml'), 'utf8')) ?? []) as readonly Judgement[];

const read = new Map<string, RegExp>();

/** Whether the id of a mutant matches a pattern. */
export function matchesPattern(id: string, pattern: string): boolean {
  const known = read.get(pattern) ?? readPattern(pattern);
  read.set(pattern, known);
  return known.test(id);
}

function readPattern(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*|\*|\{[^}]*\})/).map((part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part.startsWith('{')) return `(?:${part.slice(1, -1).split(',').map(RegExp.escape).join('|')})`;
    return RegExp.escape(part);
  });
  return new RegExp(`^${parts.join('')}$`);
}

/** What was judged of a mutant; undefined: nothing. */
export const judgementOf = (id: string, judgements: readonly Judgement[]): Judgement | undefined =>
  judgements.find(({ mutants }) => mutants.some((pattern) => matchesPattern(id, pattern)));
