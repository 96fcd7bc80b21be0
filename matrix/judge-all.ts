/** How the entries of a matrix are judged. */
export interface JudgeAll<Entry, Row> {
  /** How many at once. */
  readonly parallel: number;
  judge(entry: Entry): Promise<Row>;
  /** Whether it came out as it should. */
  isFine(row: Row): boolean;
  /** Called with each row that came out otherwise; `isAlone` is false while it is still to be judged again. */
  onOdd(row: Row, isAlone: boolean): void;
}

/**
 * Judges all entries and returns a row for each. What comes out otherwise beside others is judged again alone, and counts as it comes out then:
 * a process that judges many at once stretches the waits that some rules measure.
 */
export async function judgeAll<Entry, Row>(
  entries: readonly Entry[],
  { parallel, judge, isFine, onOdd }: JudgeAll<Entry, Row>,
): Promise<{ readonly rows: readonly Row[]; readonly judgedAgain: number }> {
  const waiting = [...entries];
  const rows: Row[] = [];
  const again: Entry[] = [];
  const judgeInTurn = async () => {
    for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
      const row = await judge(entry);
      if (isFine(row)) rows.push(row);
      else {
        again.push(entry);
        onOdd(row, false);
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, judgeInTurn));
  for (const entry of again) {
    const row = await judge(entry);
    rows.push(row);
    if (!isFine(row)) onOdd(row, true);
  }
  return { rows, judgedAgain: again.length };
}
