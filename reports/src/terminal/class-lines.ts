import type { ClassRecord, ResultDocument } from '@gateproof/harness';
import type { Style } from '../text/style.ts';

const paints: Readonly<Record<ClassRecord['outcome'], (style: Style) => (text: string) => string>> = {
  conformant: (style) => style.green,
  differs: (style) => style.yellow,
  broken: (style) => style.red,
  undecided: (style) => style.red,
  'not-judged': (style) => style.dim,
  'not-claimed': (style) => style.dim,
};

/** One line per conformance class: its outcome, and how many of the decided rules hold. */
export function classLines({ summary }: ResultDocument, style: Style): string[] {
  const width = Math.max(...summary.classes.map(({ title }) => title.length));
  return summary.classes.map(({ title, outcome, passed, decided }) => {
    const held = decided === 0 ? '' : `  ${passed} of ${decided}`;
    return `${title.padEnd(width)}  ${paints[outcome](style)(outcome.replace('-', ' '))}${held}`;
  });
}
