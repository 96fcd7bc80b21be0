import {
  type Baseline,
  type BaselineEntry,
  baselineFormat,
  isCoverable,
  type ResultDocument,
} from '@gateproof/harness';

/** What the command line says of new entries. */
export interface EntryFlags {
  readonly reason?: string;
  /** `YYYY-MM-DD`. */
  readonly expires?: string;
}

/**
 * The baseline of a run: an entry for each rule that is red in it. What an earlier baseline says of such a rule stays unless the flags say
 * otherwise; its entries of rules that the run left out stay as they are, and the others go.
 */
export function baselineOf(document: ResultDocument, earlier: Baseline | undefined, flags: EntryFlags): Baseline {
  const before = new Map((earlier?.entries ?? []).map((entry) => [entry.rule, entry]));
  const decided = new Set(document.rules.map(({ rule }) => rule));
  const left = document.run.only === undefined ? [] : [...before.values()].filter(({ rule }) => !decided.has(rule));
  const red = document.rules.flatMap((record): BaselineEntry[] => {
    const verdict = record.known?.verdict ?? record.verdict;
    if (!isCoverable(verdict, record.known?.verdict === 'warn')) return [];
    const { reason, expires } = { ...before.get(record.rule), ...flags };
    return [
      {
        rule: record.rule,
        verdict,
        ...(reason === undefined ? {} : { reason }),
        ...(expires === undefined ? {} : { expires }),
      },
    ];
  });
  const { seed, effort } = document.run;
  return { format: baselineFormat, seed, effort, entries: [...red, ...left] };
}
