import type { Style } from '@gateproof/reports';

/** A deviation or variation, as far as a list shows it. */
export interface ListedBehaviour {
  readonly id: string;
  readonly summary: string;
  /** The rule that is broken, or the freedom that is used. */
  readonly about: string;
}

/** One line each, with what it is about where the id does not say it. */
export function behaviourListText(listed: readonly ListedBehaviour[], style: Style): string {
  const width = Math.max(0, ...listed.map(({ id }) => id.length));
  const lines = listed.map(({ id, summary, about }) => {
    const of = id === about || id.startsWith(`${about}:`) ? '' : style.dim(`  (${about})`);
    return `${id.padEnd(width)}  ${summary}${of}\n`;
  });
  return lines.join('');
}
