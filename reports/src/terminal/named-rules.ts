import { counted } from '../text/cut-text.ts';
import type { Style } from '../text/style.ts';

/** A target that answers nothing right makes hundreds of rules red; so many are named, the others counted. */
const maxNamed = 15;

/** A bullet per rule id, up to a limit, and the number of those left out. */
export function namedRules(rules: readonly string[], style: Style): string[] {
  const left = rules.length - maxNamed;
  const more = left > 0 ? [style.dim(`  … ${counted(left, 'more rule')}`)] : [];
  return [...rules.slice(0, maxNamed).map((rule) => `  ${style.dim('·')} ${rule}`), ...more];
}
