const labelWidth = 10;

/** Lines with a label in a column of its own before the first one. */
export function labelled(label: string, lines: readonly string[], paint = (text: string) => text): string[] {
  return lines.map((line, index) => `${paint((index === 0 ? label : '').padEnd(labelWidth))}${line}`.trimEnd());
}

/** Columns that are left beside the labels. */
export function besideLabels(width: number): number {
  return width - labelWidth;
}

/** Each line that is not empty, moved right by `by` columns. */
export function indented(lines: readonly string[], by: number): string[] {
  const indent = ' '.repeat(by);
  return lines.map((line) => (line === '' ? '' : `${indent}${line}`));
}
