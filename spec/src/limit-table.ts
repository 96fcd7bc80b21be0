import { readYaml } from './read-yaml.ts';
import type { Point } from './rule.ts';

type NumberedLimit =
  | 'fallback models'
  | 'webhook response time'
  | 'webhook delivery attempts'
  | 'webhook signature tolerance'
  | 'webhook endpoint port'
  | 'zero-data-retention completion';
type OpenLimit = 'monthly spend cap' | 'request rate' | 'body size' | 'context window';

/** One row of the table of limits. */
export interface Limit {
  readonly limit: NumberedLimit | OpenLimit;
  /** Null: left open, or carried by what it applies to. */
  readonly value: number | null;
  readonly unit: string;
  readonly applies_to: string;
  /** Beginnings of the ids of the rules that hold it. */
  readonly rules: readonly string[];
  /** Id, section and text of its normative point. */
  readonly point: string;
  readonly section: string;
  readonly text: string;
}

/** The limits, in the order of the contract (Limits). */
export const limitTable: readonly Limit[] = readYaml('tables/limits.yaml') as readonly Limit[];

/** The number of a limit, in the unit of its row: `limitOf('webhook response time')` is 10, in seconds. */
export function limitOf(name: NumberedLimit): number {
  const value = limitTable.find(({ limit }) => limit === name)?.value;
  if (value === undefined || value === null) throw new Error(`tables/limits.yaml has no number for ${name}`);
  return value;
}

/** The normative points of the table: one for each row. */
export function limitPoints(): readonly Point[] {
  return limitTable.map(({ point: id, section, text }) => ({ id, section, text }));
}
