import type { Style } from './style.ts';

/** How a report is laid out, and how much of it is printed. */
export interface Page {
  readonly style: Style;
  /** Columns of the terminal. */
  readonly width: number;
  /** Failures in full and lists to their end, instead of the leading ones. */
  readonly verbose: boolean;
  /** The file that holds the result document, as commands name it. */
  readonly resultFile: string;
}
