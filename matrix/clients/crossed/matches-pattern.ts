import type { Matches } from '../../judgements.ts';

const read = new Map<string, RegExp>();

/** Whether the id of a mutant matches a pattern: `*` stands for any text without a slash, `**` for any text, {a,b} for one of several. */
export const matchesPattern: Matches = (id, pattern) => {
  const known = read.get(pattern) ?? readPattern(pattern);
  read.set(pattern, known);
  return known.test(id);
};

function readPattern(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*|\*|\{[^}]*\})/).map((part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part.startsWith('{')) return `(?:${part.slice(1, -1).split(',').map(RegExp.escape).join('|')})`;
    return RegExp.escape(part);
  });
  return new RegExp(`^${parts.join('')}$`);
}
