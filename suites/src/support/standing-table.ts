import type { Exchange, Finding, History, Judgement, StandingCheck } from '@gateproof/harness';

/**
 * What one row of a table sees in one subject: nothing it speaks of, that it held, that it broke, something to warn about, or nothing that could be
 * judged: because the subject breaks a more basic rule, or because it is empty.
 */
export type Look =
  | undefined
  | 'held'
  | { readonly broken: Halves }
  | { readonly doubtful: Halves }
  | { readonly undecidedBy: string }
  | { readonly idle: string };

type Halves = Pick<Finding, 'expected' | 'observed'>;

/** Something that rules are judged on, with the exchange that carried it. */
export interface Subject {
  readonly exchange: Exchange;
  /** Why the exchange gives the rows nothing to look at. */
  readonly idle?: string;
}

/** A standing check from a table: every subject that `gather` finds in a case is looked at by every row. */
export function standingTable<S extends Subject>(
  gather: (history: History) => Iterable<S>,
  rows: Readonly<Record<string, (subject: S) => Look>>,
): StandingCheck {
  const looks = Object.entries(rows);
  return {
    rules: Object.keys(rows),
    *judge(history): Generator<Judgement> {
      for (const subject of gather(history)) {
        for (const [rule, look] of looks) {
          const { idle, exchange } = subject;
          const seen = idle === undefined ? look(subject) : { idle };
          if (seen !== undefined) yield judgementOf(rule, [exchange.id], seen);
        }
      }
    },
  };
}

/** What a look at some exchanges says of a rule, as standing checks report it. */
export function judgementOf(rule: string, exchanges: readonly string[], seen: Exclude<Look, undefined>): Judgement {
  if (seen === 'held') return { rule, exchanges };
  if ('undecidedBy' in seen) return { rule, exchanges, undecidedBy: seen.undecidedBy };
  if ('idle' in seen) return { rule, exchanges, idle: seen.idle };
  return 'broken' in seen
    ? { rule, exchanges, finding: { ...seen.broken, exchanges } }
    : { rule, exchanges, finding: { ...seen.doubtful, exchanges }, caution: true };
}

/** Held, or broken with both halves. */
export function heldIf(condition: boolean, expected: string, observed: unknown): Look {
  return condition ? 'held' : { broken: { expected, observed: shown(observed) } };
}

/** A value as a report shows it: text in quotes, JSON otherwise, never more than a line. */
export function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : (JSON.stringify(value) ?? String(value));
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
