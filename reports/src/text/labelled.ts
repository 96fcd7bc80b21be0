/** Lines with a label in a column of its own; further lines of a value stand under the first one. */
export function labelled(label: string, value: string, width: number, paint = (text: string) => text): string[] {
  const [first = '', ...rest] = value.split('\n');
  const indent = ' '.repeat(width);
  return [`${paint(label.padEnd(width))}${first}`, ...rest.map((line) => (line === '' ? '' : `${indent}${line}`))];
}

/** Each line that is not empty, moved right by `by` columns. */
export function indented(lines: readonly string[], by: number): string[] {
  const indent = ' '.repeat(by);
  return lines.map((line) => (line === '' ? '' : `${indent}${line}`));
}
