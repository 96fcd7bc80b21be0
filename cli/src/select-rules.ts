import type { Rule } from '@gateproof/spec';
import { suggestion } from './suggest.ts';
import { UsageError } from './usage-error.ts';

/**
 * The rules that the patterns of `--only` name, in catalogue order. A pattern is a rule id, the beginning of ids up to a
 * dot (`stream`, `stream.` or `stream.failure`), or a glob in which `*` stands for any characters.
 * Throws `UsageError` with the nearest names for a pattern that names nothing.
 */
export function selectRules(rules: readonly Rule[], patterns: readonly string[]): Rule[] {
  const selected = new Set<string>();
  for (const pattern of patterns) {
    const found = rules.filter(({ id }) => names(pattern, id));
    if (found.length === 0) {
      const known = [...new Set(rules.map(({ area }) => area)), ...rules.map(({ id }) => id)];
      throw new UsageError(
        `No rule is called '${pattern}'.${suggestion(pattern, known)} 'npx gateproof rules' lists them all.`,
      );
    }
    for (const { id } of found) selected.add(id);
  }
  return rules.filter(({ id }) => selected.has(id));
}

function names(pattern: string, id: string): boolean {
  if (pattern.includes('*')) {
    const parts = pattern.split('*').map((part) => part.replace(/[^\w-]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`).test(id);
  }
  const prefix = pattern.replace(/\.$/, '');
  return prefix !== '' && (id === prefix || id.startsWith(`${prefix}.`));
}
