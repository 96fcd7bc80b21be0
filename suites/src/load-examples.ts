import { existsSync, readFileSync } from 'node:fs';

/** An exchange that keeps a rule beside one that breaks it: what the reference said, and what it said with one thing changed. */
export interface RuleExample {
  /** The deviation of the simulator, or the known-bad client or receiver, that breaks the rule. */
  readonly brokenBy: string;
  /** What that changes, in words; absent where its id says it. */
  readonly change?: string;
  readonly expected: string;
  readonly observed: string;
  /**
   * Exchanges as text: request line, headers that matter, body; status, headers, body. Long values are cut. None where the reference never does what the rule
   * speaks of.
   */
  readonly keeps: readonly string[];
  readonly breaks: readonly string[];
}

/** Beside `src` and `dist`, whichever this module is in. */
const folder = new URL('../examples/', import.meta.url);

/** The examples of the rules of an area, by rule id; none where none were made (`npm run rule-examples`). */
export function loadExamples(area: string): Readonly<Record<string, RuleExample>> {
  const file = new URL(`${area}.json`, folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, RuleExample>) : {};
}
