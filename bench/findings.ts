/** One number that was measured, and what it is held against. */
export interface Finding {
  readonly what: string;
  readonly measured: string;
  /** What it should be; undefined: shown for comparison only. */
  readonly wanted?: string;
  readonly holds?: boolean;
}

/** A number of at least `least`. */
export function atLeast(what: string, value: number, least: number, show: (value: number) => string): Finding {
  return { what, measured: show(value), wanted: `at least ${show(least)}`, holds: value >= least };
}

/** A number of at most `most`. */
export function atMost(what: string, value: number, most: number, show: (value: number) => string): Finding {
  return { what, measured: show(value), wanted: `at most ${show(most)}`, holds: value <= most };
}

/** The findings as a Markdown table that reads well in a terminal too; `docs/benchmarks.md` shows it as it is. */
export function tableOf(findings: readonly Finding[]): string {
  const rows = [
    ['What', 'Held against', 'Measured', 'Holds'],
    ...findings.map(({ what, measured, wanted, holds }) => [
      what,
      wanted ?? '',
      measured,
      holds === undefined ? '' : holds ? 'yes' : 'no',
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...rest] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n');
}
