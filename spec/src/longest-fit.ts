/** What counts for some rules: `rules` has beginnings of their ids, up to a dot or to the end. */
export interface ForRules {
  readonly rules: readonly string[];
}

/** Of the rows with an entry that fits the rule, the one with the longest; undefined when none fits. */
export function longestFit<Row extends ForRules>(rule: string, rows: readonly Row[]): Row | undefined {
  const fitting = rows.flatMap((row) =>
    row.rules.filter((entry) => rule === entry || rule.startsWith(`${entry}.`)).map((entry) => ({ row, entry })),
  );
  return fitting.sort((one, other) => other.entry.length - one.entry.length)[0]?.row;
}
