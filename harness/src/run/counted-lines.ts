/** Exchanges that are named of a line that came for many. */
const mostNamed = 3;

/**
 * Each line once, in the order of its first appearance, with how often it came. Lines that differ only in the exchange that they name at their end, `(x41)`, are one, which
 * names the first three.
 */
export function countedLines(lines: readonly string[]): string[] {
  const ids = new Map<string, (string | undefined)[]>();
  for (const line of lines) {
    const id = / \((x\d+)\)$/.exec(line)?.[1];
    const text = id === undefined ? line : line.slice(0, -` (${id})`.length);
    const each = ids.get(text) ?? [];
    ids.set(text, each);
    each.push(id);
  }
  return [...ids].map(([text, each]) => counted(text, each));
}

function counted(text: string, ids: readonly (string | undefined)[]): string {
  const named = ids.filter((id) => id !== undefined);
  if (ids.length === 1) return named.length === 0 ? text : `${text} (${named[0]})`;
  const first = named.slice(0, mostNamed).join(', ');
  const names = named.length === 0 ? '' : `: ${first}${named.length > mostNamed ? ', …' : ''}`;
  return `${text} (${ids.length} times${names})`;
}
