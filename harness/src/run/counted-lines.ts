/** Exchanges that are named of a line that came for many. */
const mostNamed = 3;

/** The exchange that a line names at its end, with or without what became of it: `(x41)`, `(x41: socket hang up)`. */
const exchangeAtEnd = / \((x\d+)(?:: (.+))?\)$/;

interface Line {
  readonly line: string;
  readonly id: string | undefined;
}

/**
 * Each line once, in the order of its first appearance, with how often it came. Lines that differ only in the exchange that they name at their end are
 * one, which names the first three.
 */
export function countedLines(lines: readonly string[]): string[] {
  const byText = Map.groupBy(
    lines.map((line) => ({ line, id: exchangeAtEnd.exec(line)?.[1] })),
    ({ line }) => line.replace(exchangeAtEnd, (_end, _id, why?: string) => (why === undefined ? '' : `: ${why}`)),
  );
  return [...byText].map(([text, each]) => counted(text, each));
}

function counted(text: string, each: readonly Line[]): string {
  const [only, ...others] = each;
  if (only !== undefined && others.length === 0) return only.line;
  const named = each.flatMap(({ id }) => id ?? []);
  const first = named.slice(0, mostNamed).join(', ');
  const names = named.length === 0 ? '' : `: ${first}${named.length > mostNamed ? ', …' : ''}`;
  return `${text} (${each.length} times${names})`;
}
