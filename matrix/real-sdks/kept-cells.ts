const cellsOf = (line: string): readonly string[] =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

/** The cells below a column's name on a page, over all tables that have one, in order; undefined where none has. */
export function keptCells(page: string, column: string): readonly string[] | undefined {
  const cells: string[] = [];
  let place = -1;
  let inTable = false;
  for (const line of page.split('\n')) {
    if (!line.startsWith('|')) {
      inTable = false;
    } else if (!inTable) {
      inTable = true;
      place = cellsOf(line).indexOf(column);
    } else if (place >= 0 && !line.startsWith('| --- |')) {
      cells.push(cellsOf(line)[place] ?? '');
    }
  }
  return cells.length === 0 ? undefined : cells;
}
