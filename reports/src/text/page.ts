import type { Style } from './style.ts';

/** How a report is laid out, and how much of it is printed. */
export interface Page {
  readonly style: Style;
  /** Columns of the terminal. */
  readonly width: number;
  /** Failures in full and lists to their end, instead of the leading ones. */
  readonly verbose: boolean;
  /** The file that holds the result document, as commands name it; empty where they need not name it, since it is that of the last run. */
  readonly resultFile: string;
  /** So many entries of a list are printed, unless `verbose`. Default 10. */
  readonly maxEntries?: number;
}

/** The command that prints a result, or what the ids name of it. */
export function reportCommand({ resultFile }: Pick<Page, 'resultFile'>, ...ids: readonly string[]): string {
  return ['npx gateproof report', resultFile, ...ids].filter((part) => part !== '').join(' ');
}
